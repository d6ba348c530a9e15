/// The end of every list of options, as help prints it.
let commonOptions = """
    --socket PATH           The socket of feedrpcd: a path, or @NAME. (default:
                            the user's, then the system's; environment:
                            FEEDRPC_SOCKET)
    --as USER               Act as this user, by id or username; for the daemon's
                            owner and root.
    --timeout DURATION      Give a call up after this long.
    -h, --help              Print this help.
  """
