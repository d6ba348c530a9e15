import CommandLineKit
import Transport

/// `feedrpcd --print-config`: each setting, its value and where that came from.
enum PrintedSettings {
  static func table(_ arguments: ParsedArguments, _ configuration: DaemonConfiguration) -> Table {
    Table(
      columns: [Table.Column("SETTING"), Table.Column("VALUE"), Table.Column("FROM")],
      rows: settings(arguments, configuration).map { setting in
        [setting.name, setting.value ?? "none", origin(of: setting, configuration)]
      }
    )
  }

  /// The settings with the values that they have in the end, in the order of the help.
  static func settings(
    _ arguments: ParsedArguments,
    _ configuration: DaemonConfiguration
  ) -> [Setting] {
    arguments.settings(of: DaemonOptions.command)
      .filter { !DaemonOptions.actions.contains($0.name) }
      .map { setting in
        var setting = setting
        if setting.name == DaemonOptions.store.parameter.name {
          setting.value = configuration.store.serverURL ?? setting.value
        }
        guard setting.source == .fallback else { return setting }
        setting.value = derived(setting.name, configuration) ?? setting.value
        return setting
      }
  }

  /// A value that nobody gave and that follows from other things; nil of other settings.
  private static func derived(_ name: String, _ configuration: DaemonConfiguration) -> String? {
    switch name {
    case DaemonOptions.socket.parameter.name: configuration.entrance.description
    case DaemonOptions.socketMode.parameter.name:
      ValueFormat.permissions.describe(Int(configuration.policy.fileMode))
    case DaemonOptions.dataDirectory.parameter.name: configuration.paths.dataDirectory
    case DaemonOptions.cacheDirectory.parameter.name: configuration.paths.cacheDirectory
    case DaemonOptions.machine.parameter.name:
      if case .server = configuration.store { configuration.realm } else { nil }
    default: nil
    }
  }

  private static func origin(of setting: Setting, _ configuration: DaemonConfiguration) -> String {
    switch configuration.entrance {
    case .inherited where setting.name == DaemonOptions.socket.parameter.name: "service manager"
    case .inherited, .address: setting.origin
    }
  }
}

extension DaemonConfiguration.Entrance: CustomStringConvertible {
  var description: String {
    switch self {
    case .address(let address): address.description
    case .inherited: "inherited"
    }
  }
}
