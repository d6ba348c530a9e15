extension SampleFeed {
  /// The user with an index from 0 up to `userCount`.
  package func user(at index: Int) -> SampleUser {
    var random = generator(1, index)
    let names = SampleWords.givenNames.count * SampleWords.familyNames.count
    // A stride without a common factor visits every pair of names once before any comes again.
    let pair = (index * 41 + Int(seed % UInt64(names))) % names
    let given = SampleWords.givenNames[pair % SampleWords.givenNames.count]
    let family = SampleWords.familyNames[pair / SampleWords.givenNames.count]
    let round = index / names
    let username = Username(
      stored: "\(given.ascii).\(family.ascii)\(round == 0 ? "" : "\(round + 1)")"
    )
    let id = UserID(number: Int64(random.next() >> 1))
    var user = User(newUser: id, username: username, blurhash: patternBlurhash)
    user.displayName = "\(given.written) \(family.written)"
    return SampleUser(
      user: user,
      bio: "\(random.element(of: SampleWords.trades)) · \(random.element(of: SampleWords.places))",
      follows: random.distinctNumbers(
        count: min(3 + random.skewedNumber(below: 40, exponent: 2), userCount / 2),
        below: userCount,
        exponent: 2,
        except: index
      )
    )
  }
}
