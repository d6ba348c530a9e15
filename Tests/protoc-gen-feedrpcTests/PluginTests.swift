import Base
import Testing

@testable import protoc_gen_feedrpc

/// Whole files, as the plugin writes them.
@Suite struct PluginTests {
  static let file = Descriptor.file(
    Descriptor.message(
      "Note",
      Descriptor.field("id", 1, type: 9),
      Descriptor.field("tone", 2, type: 14, typeName: ".a.v1.Tone"),
      Descriptor.field("notes", 3, type: 11, typeName: ".a.v1.Note", isRepeated: true),
      Descriptor.field("photo", 4, type: 12, oneof: 0),
      Descriptor.oneof("body")
    ),
    Descriptor.enumeration("Tone", [("TONE_UNSPECIFIED", 0), ("TONE_LOUD", 7)]),
    Descriptor.service(
      "NoteService",
      Descriptor.method("Add", ".a.v1.Note", ".a.v1.Note"),
      Descriptor.method("Watch", ".a.v1.Note", ".a.v1.Note", streamsResponses: true)
    ),
    Descriptor.comments([
      ([4, 0], " A note. Short.\n"), ([4, 0, 2, 0], " Opaque\n"), ([6, 0, 2, 0], " Adds one.\n"),
    ])
  )

  /// What becomes of the message of `file`.
  static let message = """
    // Made by protoc-gen-feedrpc from a/b.proto. Do not edit.

    // The comments are those of the .proto, which does not explain every field.
    // swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

    public import Base
    internal import CProtobuf
    public import ProtobufRuntime

    /// A note.
    ///
    /// Short.
    public struct Note: FeedMessage {
      /// Opaque.
      public var id: String
      public var tone: Tone
      public var notes: [Note]
      /// At most one of several; nil: none.
      public var body: Body?

      /// A message with these fields; what is not given has its default.
      public init(
        id: String = "",
        tone: Tone = .unspecified,
        notes: [Note] = [],
        body: Body? = nil
      ) {
        self.id = id
        self.tone = tone
        self.notes = notes
        self.body = body
      }

      /// What `body` can be.
      public enum Body: Hashable, Sendable {
        case photo(Bytes)
      }
    }

    extension Note: CBackedMessage {
      public static var fullName: String { "a.v1.Note" }

      package static let descriptor = MessageDescriptor(of: a__v1__note__init)

      public init(wireBytes: Bytes) throws(MalformedMessage) {
        var tail = Bytes()
        let unpacked = try UnpackedMessage(
          wireBytes,
          as: Self.descriptor,
          tailField: 4,
          tail: &tail
        )
        self.init(unpacked.pointer(as: A__V1__Note.self))
        if !tail.isEmpty { body = .photo(tail) }
      }

      public func encoded() -> EncodedMessage {
        guard case .photo(let tail) = body, tail.count >= Tail.minimumByteCount else {
          return EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
        }
        var front = self
        front.body = nil
        return EncodedMessage(tail: tail, tailField: 4) { arena in
          UnsafeRawPointer(front.cStruct(in: arena))
        }
      }

      /// Copies out of a struct that was checked; nothing of it is kept.
      init(_ cStruct: UnsafePointer<A__V1__Note>) {
        id = Field.text(cStruct.pointee.id)
        tone = Tone(rawValue: Field.number(cStruct.pointee.tone.rawValue))
        notes = Field.messages(cStruct.pointee.notes, cStruct.pointee.n_notes) { Note($0) }
        switch cStruct.pointee.body_case.rawValue {
        case 4:
          body = .photo(Field.bytes(cStruct.pointee.photo))
        default: body = nil
        }
      }

      /// The message as its C struct, with all that it points to, in `arena`.
      func cStruct(in arena: Arena) -> UnsafeMutablePointer<A__V1__Note> {
        let cStruct = arena.allocate(A__V1__Note.self)
        a__v1__note__init(cStruct)
        if !id.isEmpty { cStruct.pointee.id = arena.text(id) }
        cStruct.pointee.tone = .init(rawValue: Field.cNumber(tone.rawValue))
        cStruct.pointee.n_notes = notes.count
        cStruct.pointee.notes = arena.values(notes) { $0.cStruct(in: arena) }
        switch body {
        case .photo(let value):
          cStruct.pointee.body_case = .init(rawValue: 4)
          cStruct.pointee.photo = arena.data(value)
        case nil: break
        }
        return cStruct
      }
    }

    """

  @Test func aMessage() throws {
    let answer = try PluginAnswer([Self.file])
    #expect(answer.files["Swift/a.v1/Note.swift"] == Self.message)
  }

  @Test func anEnum() throws {
    let answer = try PluginAnswer([Self.file])
    let text = try #require(answer.files["Swift/a.v1/Tone.swift"])
    #expect(text.contains("public enum Tone: RawRepresentable, CaseIterable, Hashable, Sendable {"))
    #expect(text.contains("  public static let allCases: [Tone] = [.unspecified, .loud]\n"))
    #expect(text.contains("    case 7: self = .loud\n"))
    #expect(text.contains("    case .loud: 7\n"))
  }

  @Test func aClient() throws {
    let answer = try PluginAnswer([Self.file])
    #expect(
      answer.files["Swift/a.v1/NoteServiceClient.swift"] == """
        // Made by protoc-gen-feedrpc from a/b.proto. Do not edit.

        public import RPC

        /// Calls a.v1.NoteService.
        public struct NoteServiceClient: Sendable {
          private let transport: any CallTransport

          /// A client whose calls go through `transport`.
          public init(_ transport: any CallTransport) { self.transport = transport }

          /// Adds one.
          public func add(
            _ request: Note,
            options: CallOptions = CallOptions()
          ) async throws(RPCError) -> Note {
            try await transport.unary(NoteServiceMethods.add, request, options: options)
          }

          /// Calls a.v1.NoteService/Watch.
          public func watch(
            _ request: Note,
            options: CallOptions = CallOptions()
          ) async throws(RPCError) -> ResponseStream<Note> {
            try await transport.serverStreaming(NoteServiceMethods.watch, request, options: options)
          }
        }

        """
    )
  }

  @Test func everyTypeHasItsFile() throws {
    let answer = try PluginAnswer([Self.file])
    #expect(
      answer.files.keys.sorted() == [
        "C/include/proto_files.h", "C/proto_files.c", "Swift/MessageTypes.swift",
        "Swift/a.v1/Note.swift", "Swift/a.v1/NoteServiceClient.swift",
        "Swift/a.v1/NoteServiceHandler.swift", "Swift/a.v1/NoteServiceMethods.swift",
        "Swift/a.v1/Tone.swift",
      ]
    )
  }

  @Test func aTypeMayHaveAnotherNameInSwift() throws {
    let answer = try PluginAnswer([Self.file], parameter: "rename=a.v1.Note:Memo,c_module=CA")
    let text = try #require(answer.files["Swift/a.v1/Memo.swift"])
    #expect(text.contains("public struct Memo: FeedMessage {"))
    #expect(text.contains("public var notes: [Memo]"))
    #expect(text.contains("UnsafePointer<A__V1__Note>"))
    #expect(text.contains("internal import CA\n"))
    #expect(
      answer.files["Swift/MessageTypes.swift"]?.contains("(\"a.v1.Note\", Memo.self)") == true
    )
  }

  @Test func onlyWhatWasAskedForIsGenerated() throws {
    let other = Descriptor.file(Descriptor.message("Other"), path: "c.proto", package: "c")
    let answer = try PluginAnswer([other, Self.file])
    #expect(!answer.files.keys.contains { $0.contains("Other") })
  }

  @Test func ofAnEmbeddedFileThereIsOnlyTheDescriptor() throws {
    let other = Descriptor.file(
      Descriptor.message("Note"),
      path: "c.proto",
      package: "c",
      // What no code could be generated for does not matter.
      syntax: "proto2"
    )
    let answer = try PluginAnswer(
      [Self.file, other],
      paths: ["a/b.proto", "c.proto"],
      parameter: "embed=c.proto,"
    )
    #expect(answer.error.isEmpty)
    let alone = try PluginAnswer([Self.file])
    #expect(answer.files.keys.sorted() == alone.files.keys.sorted())
    #expect(answer.files["Swift/MessageTypes.swift"] == alone.files["Swift/MessageTypes.swift"])
    #expect(answer.files["C/proto_files.c"]?.contains(#"{"c.proto", file_1, "#) == true)
  }

  @Test func theSameRequestHasTheSameAnswer() throws {
    #expect(try PluginAnswer([Self.file]).files == PluginAnswer([Self.file]).files)
  }
}
