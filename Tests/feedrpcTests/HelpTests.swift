import Testing

@testable import feedrpc

@Suite struct HelpTests {
  @Test func theProgramExplainsItself() async {
    let outcome = await Harness().run(["--help"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Talks to feedrpcd: calls its methods, reads and changes its feed,
        fetches its images.

        USAGE: feedrpc [OPTIONS] SUBCOMMAND

        OPTIONS:
          --socket PATH           The socket of feedrpcd: a path, or @NAME. (default:
                                  the user's, then the system's; environment:
                                  FEEDRPC_SOCKET)
          --as USER               Act as this user, by id or username; for the daemon's
                                  owner and root.
          --timeout DURATION      Give a call up after this long.
          --version               Print the version.
          -h, --help              Print this help.

        SUBCOMMANDS:
          call                    Calls a method and prints its answer as JSON.
          list                    Lists the methods that can be called.
          describe                Prints the definition of a service, method, message or
                                  enum.
          health                  Tells whether the server can do its work.
          feed                    Shows posts, newest first.
          post                    Shows a post with its comments.
          comments                Shows the comments of a post.
          profile                 Shows who somebody is, with their counts and newest
                                  posts.
          watch                   Prints what happens in the feed, an event a line.
          like                    Likes a post.
          unlike                  Takes the like of a post back.
          comment                 Puts a comment under a post.
          share                   Prints the URL of a post, which 'feedrpc open' shows.
          open                    Shows the post that a URL names, with its comments.
          follow                  Follows a user.
          unfollow                Stops following a user.
          image                   Fetches an image at a size, or shows it.
          import                  Makes posts of the photos in a folder, or of an
                                  export.
          export                  Writes the whole feed into a folder.
          stats                   Shows the daemon in numbers: calls, connections,
                                  pictures and the store.
          load                    Makes many calls at once and tells how they went.
          completion              Prints what teaches a shell to complete commands,
                                  options and methods.
          man                     Prints a page of the manual, as man reads it.

        See 'feedrpc help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test func callExplainsItself() async {
    let outcome = await Harness().run(["call", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Calls a method and prints its answer as JSON.
        Answers that stream are printed one a line. A call that ends with a status exits
        with 64 + its code.

        USAGE: feedrpc call [OPTIONS] METHOD [MESSAGE]

        ARGUMENTS:
          METHOD                  The method: ToggleLike, or
                                  feedrpc.v1.FeedService/ToggleLike.
          MESSAGE                 What to send, as JSON; - reads standard input, @FILE a
                                  file. Where the method takes many messages, input and
                                  files hold one a line. Left out: an empty message.

        OPTIONS:
          -d, --data JSON         One more message to send, as MESSAGE. (may be
                                  repeated)
          --metadata NAME=VALUE   Send this beside the message. (may be repeated)
          -r, --reflect           Ask the server what it serves, as other servers than
                                  feedrpcd need.
          --descriptor-set PATH   Take what the server serves from this file, which
                                  protoc writes with --descriptor_set_out and
                                  --include_imports.
          -c, --compact           Print the answer on one line.
          --defaults              Print fields that hold their default too.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
        \(commonOptions)

        """
    )
  }

  @Test func listExplainsItself() async {
    let outcome = await Harness().run(["list", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Lists the methods that can be called.

        USAGE: feedrpc list [OPTIONS] [SERVICE]

        ARGUMENTS:
          SERVICE                 Only the methods of this service: FeedService, or its
                                  full name.

        OPTIONS:
          -r, --reflect           Ask the server what it serves, as other servers than
                                  feedrpcd need.
          --descriptor-set PATH   Take what the server serves from this file, which
                                  protoc writes with --descriptor_set_out and
                                  --include_imports.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func describeExplainsItself() async {
    let outcome = await Harness().run(["describe", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Prints the definition of a service, method, message or enum.

        USAGE: feedrpc describe [OPTIONS] [NAME]

        ARGUMENTS:
          NAME                    A service, method, message or enum, by its full name
                                  or the end of it. Left out: all services.

        OPTIONS:
          -r, --reflect           Ask the server what it serves, as other servers than
                                  feedrpcd need.
          --descriptor-set PATH   Take what the server serves from this file, which
                                  protoc writes with --descriptor_set_out and
                                  --include_imports.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
        \(commonOptions)

        """
    )
  }

  @Test func healthExplainsItself() async {
    let outcome = await Harness().run(["health", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Tells whether the server can do its work.
        Exits with 0 where everything that was asked for is SERVING, else with 1.

        USAGE: feedrpc health [OPTIONS] [SERVICE]

        ARGUMENTS:
          SERVICE                 Ask for this service alone, by its full name. Left
                                  out: for all.

        OPTIONS:
          --wait DURATION         Wait so long until it can, also for a server that is
                                  not there yet.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func feedExplainsItself() async {
    let outcome = await Harness().run(["feed", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows posts, newest first.

        USAGE: feedrpc feed [OPTIONS]

        OPTIONS:
          --author USER           Only the posts of this user, by id or username.
          --following             Only the posts of users that the viewer follows, and
                                  the viewer's own.
          --images                Show each post at length, and its picture under it, on
                                  a terminal.
          -n, --page-size N       How many to ask for at once, 100 at most. (default:
                                  20)
          --page-token TOKEN      Begin at the page that this token of an earlier answer
                                  names.
          --all                   Go on to the last page.
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        """
    )
  }

  @Test func commentsExplainsItself() async {
    let outcome = await Harness().run(["comments", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows the comments of a post.

        USAGE: feedrpc comments [OPTIONS] POST

        ARGUMENTS:
          POST                    The post, by its id or URL.

        OPTIONS:
          --newest                Newest first; else oldest first.
          -n, --page-size N       How many to ask for at once, 200 at most. (default:
                                  20)
          --page-token TOKEN      Begin at the page that this token of an earlier answer
                                  names.
          --all                   Go on to the last page.
          -q, --quiet             Print ids only, one a line.
          --format table|json|jsonl
                                  How to print. (default: table)
          --absolute              Show when things were, in local time, instead of how
                                  long ago.
        \(commonOptions)

        """
    )
  }

  @Test func watchExplainsItself() async {
    let outcome = await Harness().run(["watch", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Prints what happens in the feed, an event a line.
        Where the connection is lost it goes on from where it was. Ctrl-C ends it.

        USAGE: feedrpc watch [OPTIONS]

        OPTIONS:
          --author USER           Only what is about posts of this user, by id or
                                  username.
          --following             Only what is about posts of users that the viewer
                                  follows, and the viewer's own.
          --since SEQUENCE        Begin with what happened after this number of an
                                  earlier answer. (default: from now on)
          --format table|json|jsonl
                                  How to print. (default: table)
        \(commonOptions)

        """
    )
  }

  @Test func imageExplainsItself() async {
    let outcome = await Harness().run(["help", "image"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Fetches an image at a size, or shows it.
        On a terminal it is shown as large as there is room, by libchafa; else its bytes
        go to a file or a pipe. A line about it goes to standard error.

        USAGE: feedrpc image [OPTIONS] IMAGE

        ARGUMENTS:
          IMAGE                   The image, by the id that 'feedrpc feed --format json'
                                  shows, or a post with one, by its id or URL.

        OPTIONS:
          -o, --output FILE       Write the image here, whole or not at all; - is
                                  standard output. (default: the terminal, or standard
                                  output)
          -w, --width N           Pixels; without it, as the height and the image's
                                  shape ask.
          --height N              Pixels; without both, the natural size.
          --format jpeg|png|webp|rgba8|original
                                  What to make. (default: jpeg)
          --fit cover|contain     Fill the size and crop, or fit inside it. (default:
                                  cover)
          --quality N             Of JPEG and WebP. (default: the server's)
          --memory-file           Ask for memory shared with the server instead of bytes
                                  over the socket.
        \(commonOptions)

        """
    )
  }

  @Test func importExplainsItself() async {
    let outcome = await Harness().run(["import", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Makes posts of the photos in a folder, or of an export.
        Folders in it are searched too. A post is as old as its photo, and says what
        NAME.txt beside it says, or else its name; NAME.alt.txt tells what it shows.
        What 'feedrpc export' wrote is imported whole, users included. Nothing is made
        twice, so what was interrupted can be run again. What can't be taken is told,
        and then the exit code is 1. For the daemon's owner and root.

        USAGE: feedrpc import [OPTIONS] DIR

        ARGUMENTS:
          DIR                     A folder with photos, or an export.

        OPTIONS:
          --author USER           Whose posts they are, by id or username; who does not
                                  exist yet is made. (default: the viewer)
        \(commonOptions)

        """
    )
  }

  @Test func exportExplainsItself() async {
    let outcome = await Harness().run(["export", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Writes the whole feed into a folder.
        It becomes JSON lines, and the photos as they were uploaded. 'feedrpc import'
        puts it into another feed. An export that ended early has no manifest.json and
        can be run again. For the daemon's owner and root.

        USAGE: feedrpc export [OPTIONS] DIR

        ARGUMENTS:
          DIR                     Where to: a folder that is empty, new, or an earlier
                                  export of this feed.

        OPTIONS:
        \(commonOptions)

        """
    )
  }
}
