import CommandLineKit

/// `feedrpcd --print-man`: feedrpcd(8).
enum DaemonManual {
  static var page: ManPage {
    ManPage(DaemonOptions.command, section: 8, sections: sections)
  }

  private static let sections = [
    (
      "SIGNALS",
      """
      SIGTERM and SIGINT: calls may finish, then the daemon ends.
      SIGHUP: takes the log level from the file of --reload-file and tells which other settings \
      have changed and take a restart. Without that option it is as SIGTERM.
      """
    ),
    (
      "SERVICE MANAGER",
      """
      Under systemd the daemon takes the sockets that are passed (LISTEN_FDS), tells when it is \
      ready, reloads and stops and how it is (NOTIFY_SOCKET), and answers for as long as its \
      loops, its store and its renderer do (WATCHDOG_USEC).
      """
    ),
    (
      "EXIT STATUS",
      """
      0: done. 1: failed, or --check found something wrong. 2: the settings can't be understood.
      """
    ),
    (
      "FILES",
      """
      /run/feedrpc/feedrpc.sock: the socket of the system's daemon.
      /var/lib/feedrpc: what it keeps. /var/cache/feedrpc: images that can be made again.
      /etc/default/feedrpcd: its settings, a variable a line.
      """
    ),
    ("SEE ALSO", "feedrpc(1)"),
  ]
}
