// One import is enough: messages, stubs, errors, metadata and bytes come along.
@_exported public import Base
@_exported public import FeedMessages
@_exported public import ProtobufRuntime
@_exported public import RPC
