import RPC
import Testing

@Suite struct RouteTableTests {
  private func lookup(_ table: RouteTable, _ service: String, _ method: String) -> RouteTable.Lookup
  {
    Array(service.utf8).withUnsafeBytes { service in
      Array(method.utf8).withUnsafeBytes { table.lookup(service: service, method: $0) }
    }
  }

  private func methods(_ count: Int) -> [MethodDescriptor] {
    (0..<count).map { MethodDescriptor(service: "p.S\($0 % 7)", method: "M\($0)", kind: .unary) }
  }

  @Test(arguments: [1, 7, 8, 9, 300])
  func everyMethodIsFoundAtItsIndex(count: Int) {
    let table = RouteTable(methods(count))
    for (index, method) in table.methods.enumerated() {
      #expect(lookup(table, method.service, method.method) == .found(index))
    }
  }

  @Test func whatIsNotThereIsToldApart() {
    let table = RouteTable(methods(8))
    #expect(lookup(table, "p.S0", "M1") == .unknownMethod)
    #expect(lookup(table, "p.S0", "") == .unknownMethod)
    #expect(lookup(table, "p.s0", "M0") == .unknownService)
    #expect(lookup(table, "p.S", "M0") == .unknownService)
    #expect(lookup(table, "p.S00", "M0") == .unknownService)
    #expect(lookup(table, "", "") == .unknownService)
  }

  @Test func anEmptyTableKnowsNothing() {
    #expect(lookup(RouteTable([]), "p.S", "M") == .unknownService)
  }

  @Test func methodsOfOneNameInTwoServicesAreTwo() {
    let table = RouteTable([
      MethodDescriptor(service: "a.S", method: "M", kind: .unary),
      MethodDescriptor(service: "b.S", method: "M", kind: .unary),
    ])
    #expect(lookup(table, "a.S", "M") == .found(0))
    #expect(lookup(table, "b.S", "M") == .found(1))
  }
}
