import Testing

/// How we write, as far as a machine can tell, over the whole project.
///
/// A finding says what to do. A rule that should not hold in one place gets its exception in the
/// check's own table, with the reason.
@Suite struct TidyTests {
  let repository = Repository.current

  @Test func theProjectIsRead() {
    #expect(repository.files.count > 50)
    #expect(repository.file("Sources/Base/Lock.swift") != nil)
    #expect(repository.file("scripts/setup")?.isExecutable == true)
  }

  @Test func importsStayInTheirLayer() { expectNone(repository.findings(ImportCheck.findings)) }

  @Test func theManifestHasTheLevelsOfTheTable() {
    expectNone(ManifestCheck(repository).levelFindings())
  }

  @Test func targetsListWhatTheyImportAndNoMore() {
    expectNone(ManifestCheck(repository).dependencyFindings())
  }

  @Test func everyLibraryHasTests() { expectNone(ManifestCheck(repository).testFindings()) }

  @Test func filesFunctionsAndLinesKeepToTheirLengths() {
    expectNone(repository.findings(LengthCheck.findings))
  }

  @Test func nothingBannedIsUsed() { expectNone(repository.findings(BanCheck.findings)) }

  @Test func examplesAreShortAndSayWhatTheyShow() {
    expectNone(repository.findings(ExampleCheck.findings))
  }

  @Test func everyExampleIsListedAndTried() {
    #expect(repository.files.contains { $0.path.hasPrefix("examples/") })
    expectNone(ExampleCheck.unlisted(in: repository))
  }

  @Test func textIsClean() { expectNone(repository.findings(TextCheck.findings)) }

  @Test func theDocumentsAreThere() { expectNone(TextCheck.missingDocuments(in: repository)) }

  private func expectNone(
    _ findings: [Finding],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for finding in findings {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
  }
}
