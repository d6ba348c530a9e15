import Testing

@testable import feedrpc

/// The explanations of the commands that change the feed, and of those around it.
@Suite struct MoreHelpTests {
  @Test func postExplainsItself() async {
    let outcome = await Harness().run(["post", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows a post with its comments.

        USAGE: feedrpc post [OPTIONS] POST
        USAGE: feedrpc post [OPTIONS] SUBCOMMAND

        ARGUMENTS:
          POST                    The post, by its id or URL.

        OPTIONS:
          --newest                Newest first; else oldest first.
          -n, --page-size N       How many to ask for at once, 200 at most. (default:
                                  20)
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        SUBCOMMANDS:
          create                  Puts a post on top of the feed, with a text, a photo
                                  or both.
          delete                  Deletes posts of one's own.

        See 'feedrpc post help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test func postCreateExplainsItself() async {
    let outcome = await Harness().run(["post", "create", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Puts a post on top of the feed, with a text, a photo or both.

        USAGE: feedrpc post create [OPTIONS] [TEXT]

        ARGUMENTS:
          TEXT                    What it says; - reads standard input. May be left out
                                  where there is a photo.

        OPTIONS:
          --photo FILE            The photo that it shows.
          --alt TEXT              What the photo shows, for people who can't see it.
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        """
    )
  }

  @Test func postDeleteExplainsItself() async {
    let outcome = await Harness().run(["post", "delete", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Deletes posts of one's own.
        Their likes and comments go too, and their photos where nothing else shows them.
        What is not there counts as deleted; the first that can't be ends it.

        USAGE: feedrpc post delete [OPTIONS] [POST ...]

        ARGUMENTS:
          POST                    The posts, by their ids or URLs.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func commentDeleteExplainsItself() async {
    let outcome = await Harness().run(["comment", "delete", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Deletes comments of one's own, or under one's own posts.
        What is not there counts as deleted; the first that can't be ends it.

        USAGE: feedrpc comment delete [OPTIONS] [COMMENT ...]

        ARGUMENTS:
          COMMENT                 The comments, by their ids.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func profileExplainsItself() async {
    let outcome = await Harness().run(["profile", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows who somebody is, with their counts and newest posts.
        Profile and posts are fetched at the same time, and one is shown though the
        other can't be. With -q only the profile is fetched.

        USAGE: feedrpc profile [OPTIONS] [USER]
        USAGE: feedrpc profile [OPTIONS] SUBCOMMAND

        ARGUMENTS:
          USER                    Whose, by id or username. Left out: one's own.

        OPTIONS:
          --me                    One's own; so it is without an option, too.
          --user ID               The profile of this id.
          --username NAME         The profile of this name.
          --retry                 Ask again while the server is away or asks to wait.
          -n, --page-size N       How many to ask for at once, 100 at most. (default:
                                  20)
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        SUBCOMMANDS:
          edit                    Changes one's own profile.

        See 'feedrpc profile help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test func profileEditExplainsItself() async {
    let outcome = await Harness().run(["profile", "edit", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Changes one's own profile.
        What is not given stays as it is.

        USAGE: feedrpc profile edit [OPTIONS]

        OPTIONS:
          --name TEXT             The name that others see.
          --bio TEXT              What one tells of oneself; '' tells nothing.
          --avatar FILE           The photo that others see.
          --no-avatar             Go back to a picture without a photo.
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func likeExplainsItself() async {
    let outcome = await Harness().run(["like", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Likes a post.
        One that is liked already stays so.

        USAGE: feedrpc like [OPTIONS] POST

        ARGUMENTS:
          POST                    The post, by its id or URL.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func commentExplainsItself() async {
    let outcome = await Harness().run(["comment", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Puts a comment under a post.

        USAGE: feedrpc comment [OPTIONS] POST TEXT
        USAGE: feedrpc comment [OPTIONS] SUBCOMMAND

        ARGUMENTS:
          POST                    The post, by its id or URL.
          TEXT                    What it says; - reads standard input.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        SUBCOMMANDS:
          delete                  Deletes comments of one's own, or under one's own
                                  posts.

        See 'feedrpc comment help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test func shareExplainsItself() async {
    let outcome = await Harness().run(["share", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Prints the URL of a post, which 'feedrpc open' shows.

        USAGE: feedrpc share [OPTIONS] POST

        ARGUMENTS:
          POST                    The post, by its id or URL.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func followExplainsItself() async {
    let outcome = await Harness().run(["follow", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Follows a user.
        Whom one follows is in 'feedrpc feed --following'.

        USAGE: feedrpc follow [OPTIONS] USER

        ARGUMENTS:
          USER                    Who, by id or username.

        OPTIONS:
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func statsExplainsItself() async {
    let outcome = await Harness().run(["stats", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows the daemon in numbers: calls, connections, pictures and the
        store.
        Latencies are those of the last minute, all else counts from the daemon's start.
        For the daemon's owner and root.

        USAGE: feedrpc stats [OPTIONS]

        OPTIONS:
          --watch                 Show them on the whole screen, always anew; Ctrl-C
                                  ends it, Ctrl-Z stops it.
          --interval DURATION     How often with --watch. (default: 1s)
          --openmetrics           Print them as OpenMetrics text, as Prometheus reads
                                  it.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func completionExplainsItself() async {
    let outcome = await Harness().run(["completion", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Prints what teaches a shell to complete commands, options and methods.
        In bash and zsh: source <(feedrpc completion bash). In fish: feedrpc completion
        fish | source.

        USAGE: feedrpc completion [OPTIONS] SHELL

        ARGUMENTS:
          SHELL                   bash, zsh or fish.

        OPTIONS:
        \(commonOptions)

        """
    )
  }

  @Test func manExplainsItself() async {
    let outcome = await Harness().run(["man", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Prints a page of the manual, as man reads it.
        To read one: feedrpc man call | man -l -

        USAGE: feedrpc man [OPTIONS] [COMMAND ...]

        ARGUMENTS:
          COMMAND                 The page of this command, as in 'feedrpc man post
                                  create'. Left out: the first page.

        OPTIONS:
          -o, --output DIR        Write all pages into this folder instead.
        \(commonOptions)

        """
    )
  }
}
