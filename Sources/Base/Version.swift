/// The version that all programs of the package share.
package enum Version {
  package static let text = "0.1.0"
}
