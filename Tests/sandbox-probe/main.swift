import CLinux
import Glibc
import Sandbox

// Confines itself as a codec worker does, and then tries what its argument names. Where that is
// allowed it exits with 0.

func mapMemory(_ protection: CInt) -> UnsafeMutableRawPointer? {
  mmap(nil, 4_096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
}

/// Starts a thread that fills its heap and empties it, which makes that shrink.
func startThread() {
  var thread = pthread_t()
  let failure = pthread_create(
    &thread,
    nil,
    { _ in
      let blocks = (0..<32).map { _ in malloc(64 << 10) }
      for block in blocks { free(block) }
      return nil
    },
    nil
  )
  precondition(failure == 0, "threads may be started")
  pthread_join(thread, nil)
}

func limitProcessorTime() {
  var limit = rlimit(rlim_cur: 30, rlim_max: rlim_t.max)
  let result = setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  precondition(result == 0, "a process may limit itself")
}

let attempts: [String: () -> Void] = [
  // What a worker's day is made of.
  "nothing": {},
  "allocate": { free(malloc(64 << 20)) },
  "start a thread": startThread,
  "write to standard error": { _ = write(STDERR_FILENO, "", 0) },
  "limit its processor time": limitProcessorTime,
  // What it must not do.
  "open a file": { _ = open("/dev/null", O_RDONLY) },
  "read a folder": { _ = opendir("/") },
  "look at a file": { _ = access("/dev/null", R_OK) },
  "remove a file": { _ = unlink("/nonexistent") },
  "make a folder": { _ = mkdir("/nonexistent/folder", 0o700) },
  "make a socket": { _ = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0) },
  "connect a socket": { _ = connect(STDERR_FILENO, nil, 0) },
  "become another program": { _ = execv("/bin/true", [nil]) },
  "start a program": { _ = posix_spawn(nil, "/bin/true", nil, nil, [nil], [nil]) },
  "look at another process": { _ = getpgid(getppid()) },
  "send a signal": { _ = kill(getpid(), 0) },
  "make executable memory": { _ = mapMemory(PROT_READ | PROT_EXEC) },
  "make memory executable": {
    _ = mprotect(mapMemory(PROT_READ | PROT_WRITE), 4_096, PROT_READ | PROT_EXEC)
  },
  "write to standard output": { _ = write(STDOUT_FILENO, "", 0) },
  "copy a descriptor": { _ = dup(STDERR_FILENO) },
  "change its user": { _ = setuid(1) },
]

guard CommandLine.arguments.count == 2, let attempt = attempts[CommandLine.arguments[1]] else {
  exit(2)
}
guard linux_prepare_heap() == 0 else { exit(3) }
try SystemCallFilter.enter(SystemCallRule.worker)
attempt()
exit(0)
