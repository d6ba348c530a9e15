import CommandLineKit
import Glibc

let console = Console.ofProcess()
let surroundings = Surroundings(
  console: console,
  isRoot: geteuid() == 0,
  now: Int64(time(nil)),
  secondsEastOfUTC: { moment in
    var moment = time_t(moment)
    var local = tm()
    return localtime_r(&moment, &local) == nil ? 0 : local.tm_gmtoff
  },
  exists: { access($0, F_OK) == 0 },
  readInput: { try InputFile.read(STDIN_FILENO) },
  connect: { try Connector.connect(to: $0, patience: $1) },
  pause: { try await Task.sleep(for: $0) },
  interruption: { await Interruption.first() },
  currentTerminal: { Terminal(descriptor: STDOUT_FILENO, environment: console.environment) }
)
let code: ExitCode
do {
  let words = try Program.words(FeedProgram.root, from: CommandLine.unsafeArgv)
  code = await FeedProgram.run(words, in: surroundings)
} catch {
  code = Program.report(error, of: FeedProgram.root, to: console.errors)
}
exit(code.rawValue)
