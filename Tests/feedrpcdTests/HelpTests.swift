import Base
import Testing

@testable import feedrpcd

@Suite struct HelpTests {
  @Test func theDaemonExplainsItself() async throws {
    let outcome = await Words.run(["--help"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == help)
  }

  @Test func theVersionIsALine() async {
    let outcome = await Words.run(["--version"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == "feedrpcd \(Version.text)\n")
  }
}

/// The whole help.
private let help = """
  OVERVIEW: Serves a photo feed on a Unix socket.
  Every option can come from the environment too: --data-dir as FEEDRPCD_DATA_DIR.

  USAGE: feedrpcd [OPTIONS]

  OPTIONS:
    -s, --socket PATH       Where to listen: a path, unix:PATH, or @NAME for an
                            abstract one. (default:
                            $XDG_RUNTIME_DIR/feedrpc/feedrpc.sock; of root:
                            /run/feedrpc/feedrpc.sock)
    --socket-mode MODE      Permissions of the socket file, in octal. (default:
                            0600)
    --allow-uid ID          Lets this user in too. (may be repeated)
    --allow-gid ID          Lets the members of this group in too. (may be
                            repeated)
    --memory-file-uid ID    Gives this user images as memory files too, which stay
                            charged to the daemon. (may be repeated)
    -d, --data-dir PATH     Where the feed is kept. (default:
                            $XDG_STATE_HOME/feedrpc; of root: /var/lib/feedrpc)
    --cache-dir PATH        Where rendered images are kept for the next start.
                            (default: $XDG_CACHE_HOME/feedrpc; of root:
                            /var/cache/feedrpc)
    --store URL             What keeps the feed: sqlite (in the data directory),
                            sqlite:PATH, postgresql://HOST/DATABASE, which many
                            daemons may share, or memory, which forgets it.
                            (default: sqlite)
    --machine ID            What tells this machine's users from those of others
                            on the same PostgreSQL. (default: /etc/machine-id)
    --sample-posts N        Fills an empty store with that many posts. (default:
                            0)
    --sample-seed N         The same seed makes the same sample. (default: 1)
    --check                 Counts everything in the store again, tells what
                            differs, and exits: 0 where nothing does, else 1.
    --print-config          Prints each setting, its value and where that came
                            from, and exits.
    --print-man             Prints the manual, as man reads it.
    --print-completion bash|zsh|fish
                            Prints what teaches a shell to complete these options.
    --io-threads N          Threads that serve connections. (default: 1)
    --busy-poll DURATION    How long such a thread looks for calls before it
                            sleeps, where that paid lately; 0s to spare the
                            processor. (default: 20us)
    --render-threads N      Threads that draw, and processes that encode.
                            (default: one for each processor)
    --memory-cache BYTES    Rendered images kept in memory. (default: 256MiB)
    --disk-cache BYTES      Rendered images kept on disk; 0 for none. (default:
                            1GiB)
    --max-connections N     Connections served at a time; one uid gets a quarter
                            of them. (default: 4096)
    --drain-time DURATION   How long calls may go on after SIGTERM. (default: 10s)
    --log-level error|warning|info|debug
                            The least important events to print. (default: info)
    --log-format text|json  How events are printed: key=value, or a JSON object a
                            line. (default: text)
    --reload-file PATH      SIGHUP takes the log level from this file, which is as
                            systemd's EnvironmentFile; without one SIGHUP is
                            SIGTERM.
    --inject-latency [METHOD=]FROM..TO
                            Holds answers back, as 200ms..900ms or StreamImage=1s.
                            (may be repeated)
    --inject-error [METHOD=]CODE:P
                            Makes calls fail, as FetchFeedPage=UNAVAILABLE:0.1.
                            (may be repeated)
    --inject-seed N         The same seed makes the same faults. (default: 1)
    --benchmark-service     Serves feedrpc.bench.v1.EchoService too.
    --version               Print the version.
    -h, --help              Print this help.

  """
