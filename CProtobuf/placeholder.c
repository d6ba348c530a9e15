// Built from Protos by scripts/generate-protos.
