// libpq, which is loaded when it is first needed: a daemon whose feed is elsewhere starts without
// it, and without the twenty libraries that it brings.
#pragma once

#include <postgresql/libpq-fe.h>

// Each function that is used: what it gives, its name, what it takes and how that is handed on
// (postgresql.org/docs/15/libpq.html).
#define CPOSTGRES_FUNCTIONS(FUNCTION)                                                              \
  FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *url, char **message),                 \
           (url, message))                                                                         \
  FUNCTION(void, PQconninfoFree, (PQconninfoOption * options), (options))                          \
  FUNCTION(PGconn *, PQconnectdbParams,                                                            \
           (const char *const *keywords, const char *const *values, int expands),                  \
           (keywords, values, expands))                                                            \
  FUNCTION(void, PQfinish, (PGconn * connection), (connection))                                    \
  FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection))                     \
  FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *connection), (connection)) \
  FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection))                       \
  FUNCTION(int, PQsocket, (const PGconn *connection), (connection))                                \
  FUNCTION(int, PQbackendPID, (const PGconn *connection), (connection))                            \
  FUNCTION(PQnoticeProcessor, PQsetNoticeProcessor,                                                \
           (PGconn * connection, PQnoticeProcessor processor, void *context),                      \
           (connection, processor, context))                                                       \
  FUNCTION(int, PQsetnonblocking, (PGconn * connection, int is_on), (connection, is_on))           \
  FUNCTION(PGresult *, PQexec, (PGconn * connection, const char *sql), (connection, sql))          \
  FUNCTION(int, PQsendPrepare,                                                                     \
           (PGconn * connection, const char *name, const char *sql, int count, const Oid *types),  \
           (connection, name, sql, count, types))                                                  \
  FUNCTION(int, PQsendQueryParams,                                                                 \
           (PGconn * connection, const char *sql, int count, const Oid *types,                     \
            const char *const *values, const int *byte_counts, const int *formats, int format),    \
           (connection, sql, count, types, values, byte_counts, formats, format))                  \
  FUNCTION(int, PQsendQueryPrepared,                                                               \
           (PGconn * connection, const char *name, int count, const char *const *values,           \
            const int *byte_counts, const int *formats, int format),                               \
           (connection, name, count, values, byte_counts, formats, format))                        \
  FUNCTION(PGpipelineStatus, PQpipelineStatus, (const PGconn *connection), (connection))           \
  FUNCTION(int, PQenterPipelineMode, (PGconn * connection), (connection))                          \
  FUNCTION(int, PQexitPipelineMode, (PGconn * connection), (connection))                           \
  FUNCTION(int, PQpipelineSync, (PGconn * connection), (connection))                               \
  FUNCTION(int, PQflush, (PGconn * connection), (connection))                                      \
  FUNCTION(int, PQconsumeInput, (PGconn * connection), (connection))                               \
  FUNCTION(int, PQisBusy, (PGconn * connection), (connection))                                     \
  FUNCTION(PGresult *, PQgetResult, (PGconn * connection), (connection))                           \
  FUNCTION(PGnotify *, PQnotifies, (PGconn * connection), (connection))                            \
  FUNCTION(int, PQputCopyData, (PGconn * connection, const char *bytes, int count),                \
           (connection, bytes, count))                                                             \
  FUNCTION(int, PQputCopyEnd, (PGconn * connection, const char *message), (connection, message))   \
  FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result))                     \
  FUNCTION(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))       \
  FUNCTION(char *, PQcmdStatus, (PGresult * result), (result))                                     \
  FUNCTION(int, PQntuples, (const PGresult *result), (result))                                     \
  FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
  FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
  FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column),                      \
           (result, row, column))                                                                  \
  FUNCTION(void, PQclear, (PGresult * result), (result))                                           \
  FUNCTION(void, PQfreemem, (void *memory), (memory))

// Loads the library of this name, which stays loaded. 0: it is not there, or lacks a function.
int cpostgres_load(const char *file_name);

// Each function under its name with a c before it, to be called once the library is loaded.
#define CPOSTGRES_DECLARE(result, name, parameters, arguments) result c##name parameters;
CPOSTGRES_FUNCTIONS(CPOSTGRES_DECLARE)
#undef CPOSTGRES_DECLARE
