import Testing

@testable import feedrpc

@Suite struct LoadHelpTests {
  @Test func loadExplainsItself() async {
    let outcome = await Harness().run(["load", "-h"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        OVERVIEW: Makes many calls at once and tells how they went.

        USAGE: feedrpc load [OPTIONS] SUBCOMMAND

        OPTIONS:
          --socket PATH           The socket of feedrpcd: a path, or @NAME. (default:
                                  the user's, then the system's; environment:
                                  FEEDRPC_SOCKET)
          --as USER               Act as this user, by id or username; for the daemon's
                                  owner and root.
          --timeout DURATION      Give a call up after this long.
          -h, --help              Print this help.

        SUBCOMMANDS:
          images                  Streams pictures and counts how many of them were
                                  rendered.

        See 'feedrpc load help SUBCOMMAND' for one of them.

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
        etags. A call may take 10s, or what --timeout says. Ctrl-C ends the load and
        prints its report. Exits with 1 when a call failed.

        USAGE: feedrpc load images [OPTIONS]

        OPTIONS:
          -c, --concurrency N     Calls that run at the same time; each that ends makes
                                  room for the next. (default: 64)
          --distinct N            Different pictures; calls that run at the same time
                                  share them. (default: 8)
          -n, --requests N        End after this many calls. (default: as many as the
                                  duration allows)
          -d, --duration DURATION Make calls for this long; those that run then are
                                  waited for. (default: 10s, without --requests)
          --connections N         Connections that share the calls. (default: 1)
          -w, --width N           Pixels. (default: 320)
          --height N              Pixels. (default: 320)
          --format jpeg|png|webp|rgba8
                                  What to make. (default: jpeg)
          --seed N                Other seeds are other pictures, which no cache has
                                  yet. (default: another one each time)
          --report table|json     How to print what came of it. (default: table)
          --socket PATH           The socket of feedrpcd: a path, or @NAME. (default:
                                  the user's, then the system's; environment:
                                  FEEDRPC_SOCKET)
          --as USER               Act as this user, by id or username; for the daemon's
                                  owner and root.
          --timeout DURATION      Give a call up after this long.
          -h, --help              Print this help.

        """
    )
  }
}
