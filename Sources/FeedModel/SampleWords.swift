/// What the people of a sample feed are called and say.
enum SampleWords {
  /// A name as it is written, and as a username spells it.
  struct Name {
    let written: String
    let ascii: String

    init(_ written: String, _ ascii: String) {
      self.written = written
      self.ascii = ascii
    }
  }

  static let givenNames: [Name] = [
    Name("Mira", "mira"), Name("Jonas", "jonas"), Name("Aiko", "aiko"), Name("Théo", "theo"),
    Name("Inês", "ines"), Name("Oluwaseun", "seun"), Name("Lena", "lena"), Name("Rafael", "rafael"),
    Name("Zoë", "zoe"), Name("Kwame", "kwame"), Name("Søren", "soren"), Name("Priya", "priya"),
    Name("Mateo", "mateo"), Name("Hana", "hana"), Name("Yusuf", "yusuf"), Name("Chloé", "chloe"),
    Name("Dmitri", "dmitri"), Name("Leïla", "leila"), Name("Tomás", "tomas"),
    Name("Ngozi", "ngozi"),
    Name("Elif", "elif"), Name("Björn", "bjorn"), Name("Wanjiru", "wanjiru"), Name("Noor", "noor"),
    Name("Kai", "kai"), Name("Amara", "amara"), Name("Łukasz", "lukasz"), Name("Freya", "freya"),
    Name("Hugo", "hugo"), Name("Mei", "mei"), Name("Anouk", "anouk"), Name("Ravi", "ravi"),
  ]

  static let familyNames: [Name] = [
    Name("Lindholm", "lindholm"), Name("Okafor", "okafor"), Name("Tanaka", "tanaka"),
    Name("Moreau", "moreau"), Name("Carvalho", "carvalho"), Name("Brandt", "brandt"),
    Name("Nováková", "novakova"), Name("Iyer", "iyer"), Name("Ferrari", "ferrari"),
    Name("Østergaard", "ostergaard"), Name("Haddad", "haddad"), Name("Castillo", "castillo"),
    Name("Kowalska", "kowalska"), Name("Mbeki", "mbeki"), Name("Yılmaz", "yilmaz"),
    Name("Virtanen", "virtanen"), Name("Nguyễn", "nguyen"), Name("O’Brien", "obrien"),
    Name("Popescu", "popescu"), Name("Sato", "sato"), Name("Weiß", "weiss"),
    Name("Delgado", "delgado"), Name("Janssen", "janssen"), Name("Park", "park"),
    Name("Rossi", "rossi"), Name("Kaur", "kaur"), Name("Fischer", "fischer"),
    Name("Lopes", "lopes"), Name("Eriksen", "eriksen"),
  ]

  static let trades = [
    "Film and too many lenses", "Carpenter, weekend walker", "Fotografin", "Street and rain",
    "I mostly photograph bread", "Astronome amateur 🔭", "Cyclist, slow", "Gärtner",
    "Paints what she cannot photograph", "Night shifts, early light", "写真と散歩", "Dibujo y café",
    "Learning the darkroom", "Birds, mostly from behind", "Tall ships, small boats",
  ]

  static let places = [
    "Bergen", "Lisboa", "Accra", "Kyoto", "Gent", "Montréal", "Valparaíso", "Kraków", "Pune",
    "Tartu", "Hobart", "İzmir", "Leipzig", "Nairobi", "Trieste", "Aarhus",
  ]

  static let openings = [
    "First light over the harbour.", "Found this on the way home.", "Three rolls later.",
    "The fog stayed until noon.", "Ein Nachmittag am See.", "Un dimanche sans bruit.",
    "Nobody else was awake.", "Trying the old 50 again.", "Same corner, one year later.",
    "雨上がりの路地。", "La luz de las siete.", "We missed the last train. Worth it.",
    "My grandmother’s kitchen window.", "Blue hour, cold hands.", "Kolory jesieni.",
    "Not the picture I went out for.", "Everything here is an accident.", "Low tide.",
    "Market day 🍋", "Waiting for the bus with better light than usual.", "Kvällsljus.",
    "The roof again, I know.", "Testing colours.", "Snow, finally ❄️", "Pola di sabbia.",
  ]

  static let remarks = [
    "I stood there far too long.", "No filter, just weather.", "It smelled of rain and diesel.",
    "The dog did not approve.", "You had to be there, so I was.", "Next time with a tripod.",
    "Danke fürs Warten.", "C’était court mais parfait.", "Somebody left the gate open 🌿",
    "I counted eleven shades of grey.", "もう一枚撮ればよかった。", "Five minutes later it was gone.",
    "Print number two goes to whoever asks first.", "Still not tired of this street.",
  ]

  static let stories = [
    "A man on a bicycle stopped, looked where I was looking, said nothing, and stayed until the "
      + "sun was gone. Then he said “good one” and left.",
    "I went out to photograph the bridge. The bridge was closed, so this is the fence in front "
      + "of it, which turned out to be the better half.",
    "Wir sind dreimal umgekehrt, weil jemand den Deckel des Objektivs verloren hatte. Er war in "
      + "meiner Tasche.",
    "For the record: 1/60, wide open, leaning on a post box, holding my breath.",
    "El café estaba cerrado, pero el dueño nos dejó pasar a la terraza. Volveremos.",
  ]

  static let tags = [
    "#morning", "#35mm", "#nofilter", "#harbour", "#analog", "#夕焼け", "#walks", "#patterns",
    "#bluehour", "#straße", "✨", "🌊", "📷", "🍂",
  ]

  static let altTexts = [
    "Soft bands of colour, darker towards the bottom", "Overlapping discs in warm colours",
    "Waves of two colours that run from left to right", "A mosaic of small bright tiles",
    "Slanted stripes, wide and narrow", "A gradient like a sky shortly before dark",
  ]

  static let comments = [
    "Beautiful.", "Where is this?", "The light! 😍", "I know that corner.", "Wunderschön!",
    "More of these please.", "Which film?", "I can almost hear it.", "Magnifique 👏", "❤️",
    "This made my morning.", "The composition is so calm.", "Saved. Thank you.", "すてき！",
    "You always find the good fences.", "Teach me.", "I would hang this.", "Que belleza.",
    "Is the dog fine?", "Took me a second look to see it. Then a third.", "🔥🔥", "Piękne.",
  ]

  static let pictureSizes = [
    (1_080, 1_350), (1_080, 1_080), (1_350, 1_080), (1_080, 1_440), (1_600, 900), (1_200, 1_800),
  ]
}
