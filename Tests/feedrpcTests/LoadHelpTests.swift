import Testing

@testable import feedrpc

@Suite struct LoadHelpTests {
  @Test func loadExplainsItself() async {
    let outcome = await Harness().run(["load", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Makes many calls at once and tells how they went.
        A load that was made exits with 0, also where calls of it failed; with 3 where
        it comes to what --fail-if names, as 'errors>0'.

        USAGE: feedrpc load [OPTIONS] SUBCOMMAND

        OPTIONS:
        \(commonOptions)

        SUBCOMMANDS:
          call                    Calls a method over and over and tells how long it
                                  took.
          images                  Streams pictures and counts how many of them were
                                  rendered.
          scroll                  Scrolls through the feed and counts the pictures that
                                  come late.
          compare                 Shows the reports of two loads side by side.

        See 'feedrpc load help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test func loadCallExplainsItself() async {
    let outcome = await Harness().run(["load", "call", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Calls a method over and over and tells how long it took.
        A call may take 10s, or what --timeout says. Ctrl-C ends the load and prints its
        report.

        USAGE: feedrpc load call [OPTIONS] METHOD [MESSAGE]

        ARGUMENTS:
          METHOD                  The method, as in 'feedrpc call'; it takes one
                                  message.
          MESSAGE                 What to send, as JSON, in which {{counter}},
                                  {{random_post}} and {{uuid}} stand for something else
                                  in each call. Left out: an empty message.

        OPTIONS:
          --reflect               Ask the server what it serves, as other servers than
                                  feedrpcd need.
          --descriptor-set PATH   Take what the server serves from this file, which
                                  protoc writes with --descriptor_set_out and
                                  --include_imports.
          --metadata NAME=VALUE   Send this beside the message. (may be repeated)
          -c, --concurrency N     Calls that run at the same time; each that ends makes
                                  room for the next: 64, 8,16,32 in steps, or 1..64
                                  rising evenly. (default: 64)
          -r, --rate CALLS/S      Start so many calls a second, whatever the server
                                  does, instead of --concurrency: 1000, 100,200,400 in
                                  steps, or 10..1000 rising evenly. Times count from
                                  when a call should have started.
          --connections N         Connections that share the calls. (default: 1)
          --streams-per-connection N
                                  Calls that run at the same time on one connection.
                                  (default: 1000)
          -n, --requests N        End after this many calls. (default: as many as the
                                  duration allows)
          -d, --duration DURATION Make calls for this long, a week at most; those that
                                  run then are waited for. (default: 10s, without
                                  --requests)
          --warmup DURATION       Make calls for this long before any is counted.
                                  (default: 0s)
          --seed N                The same seed makes the same calls. (default: another
                                  one each time)
          --fail-if FIGURE>VALUE  Exit with 3 where it comes to that: 'p99>5ms',
                                  'service.p99.9>20ms', 'first.max>1s', 'errors>0.1%',
                                  'delayed>10', 'dropped>0', 'rate<1000'. Delayed are
                                  calls that started 1 ms or more after their moment,
                                  dropped those that never did. (may be repeated)
          --json PATH             Write the report as JSON to this file.
          --html PATH             Write the report to this file as a page with charts
                                  that needs nothing else.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
        \(commonOptions)

        """
    )
  }

  @Test func loadScrollExplainsItself() async {
    let outcome = await Harness().run(["load", "scroll", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Scrolls through the feed and counts the pictures that come late.
        A picture is late where it is not there in the frame in which its row appears,
        on a screen that draws 60 or 120 frames a second; --fail-if 'late60>0' and
        'late120>1%' speak of that. What a busy server refuses is late, and no failure;
        a prefetch is dropped where its row appears first. Ctrl-C ends the load and
        prints its report.

        USAGE: feedrpc load scroll [OPTIONS]

        OPTIONS:
          --users N               Users who scroll at the same time, each on another
                                  part of the feed. (default: 2)
          --rows-per-second N     Rows that come into view a second. (default: 10)
          --rows N                Rows that each user passes. (default: 80)
          --on-screen N           Rows that are seen at the same time; the picture of
                                  one that has gone is given up. (default: 5)
          --ahead N               Rows below the screen whose pictures are prefetched.
                                  (default: 10)
          -w, --width N           Pixels. (default: 320)
          --height N              Pixels. (default: 320)
          --format jpeg|png|webp|rgba8
                                  What to make. (default: jpeg)
          --fail-if FIGURE>VALUE  Exit with 3 where it comes to that: 'p99>5ms',
                                  'service.p99.9>20ms', 'first.max>1s', 'errors>0.1%',
                                  'delayed>10', 'dropped>0', 'rate<1000'. Delayed are
                                  calls that started 1 ms or more after their moment,
                                  dropped those that never did. (may be repeated)
          --json PATH             Write the report as JSON to this file.
          --html PATH             Write the report to this file as a page with charts
                                  that needs nothing else.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
        \(commonOptions)

        """
    )
  }

  @Test func loadCompareExplainsItself() async {
    let outcome = await Harness().run(["load", "compare", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Shows the reports of two loads side by side.
        Times are milliseconds.

        USAGE: feedrpc load compare [OPTIONS] FIRST SECOND

        ARGUMENTS:
          FIRST                   A report that --json wrote.
          SECOND                  Another one.

        OPTIONS:
        \(commonOptions)

        """
    )
  }

  @Test func loadImagesExplainsItself() async {
    let outcome = await Harness().run(["load", "images", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Streams pictures and counts how many of them were rendered.
        Every picture is checked: as many bytes as announced, and equal ones for equal
        etags; a wrong one counts as DATA_LOSS. A call may take 10s, or what --timeout
        says. Ctrl-C ends the load and prints its report.

        USAGE: feedrpc load images [OPTIONS]

        OPTIONS:
          --distinct N            Different pictures; calls that run at the same time
                                  share them. (default: 8)
          -w, --width N           Pixels. (default: 320)
          --height N              Pixels. (default: 320)
          --size WxH              Pixels; of several, as 320x320,1080x1350, each picture
                                  has the next. (default: --width and --height)
          --format jpeg|png|webp|rgba8
                                  What to make; of several, as jpeg,webp, each round of
                                  the sizes has the next. (default: jpeg)
          --delivery chunks|memory-file|file
                                  How the bytes come: over the socket, in memory that is
                                  shared with the server, or as the path of a file.
                                  Those of files are not read. (default: chunks)
          --cancel-ratio SHARE    Give up this part of the calls before they have ended.
                                  (default: 0)
          --cancel-after DURATION How long those calls run at most. (default: 10ms)
          -c, --concurrency N     Calls that run at the same time; each that ends makes
                                  room for the next: 64, 8,16,32 in steps, or 1..64
                                  rising evenly. (default: 64)
          -r, --rate CALLS/S      Start so many calls a second, whatever the server
                                  does, instead of --concurrency: 1000, 100,200,400 in
                                  steps, or 10..1000 rising evenly. Times count from
                                  when a call should have started.
          --connections N         Connections that share the calls. (default: 1)
          --streams-per-connection N
                                  Calls that run at the same time on one connection.
                                  (default: 1000)
          -n, --requests N        End after this many calls. (default: as many as the
                                  duration allows)
          -d, --duration DURATION Make calls for this long, a week at most; those that
                                  run then are waited for. (default: 10s, without
                                  --requests)
          --warmup DURATION       Make calls for this long before any is counted.
                                  (default: 0s)
          --seed N                Other seeds are other pictures, which no cache has
                                  yet. (default: another one each time)
          --fail-if FIGURE>VALUE  Exit with 3 where it comes to that: 'p99>5ms',
                                  'service.p99.9>20ms', 'first.max>1s', 'errors>0.1%',
                                  'delayed>10', 'dropped>0', 'rate<1000'. Delayed are
                                  calls that started 1 ms or more after their moment,
                                  dropped those that never did. (may be repeated)
          --json PATH             Write the report as JSON to this file.
          --html PATH             Write the report to this file as a page with charts
                                  that needs nothing else.
          --wire native|grpc      What to speak: grpc reaches any server that knows the
                                  method. (default: native)
        \(commonOptions)

        """
    )
  }
}
