%% What Erlang does with the files of tables, for tests that may see another file system: the files
%% travel as binaries, and errors name the file by the atom 'file'.
-module(jets_table_files).

-export([write/3, read/2]).

%% The file of a new table with these objects.
write(TableOptions, Objects, FileOptions) ->
    Table = ets:new(jets_files, TableOptions),
    ets:insert(Table, Objects),
    ok = ets:tab2file(Table, file(), FileOptions),
    ets:delete(Table),
    {ok, Bytes} = file:read_file(file()),
    ok = file:delete(file()),
    Bytes.

%% What tabfile_info and file2tab make of a file: for a table {ok, Properties, Objects}, otherwise
%% {error, Reason}, raised, or endless.
read(Bytes, OptionLists) ->
    ok = file:write_file(file(), Bytes),
    Info = guarded(fun() -> ets:tabfile_info(file()) end),
    Tables = [guarded(fun() -> table(ets:file2tab(file(), Options)) end) || Options <- OptionLists],
    ok = file:delete(file()),
    [Info | Tables].

file() ->
    "/tmp/jets_table_file_" ++ os:getpid().

table({ok, Table}) ->
    %% Not write_concurrency, which is off where there is one scheduler.
    Items = [name, type, protection, named_table, keypos, compressed, read_concurrency],
    {ok, [ets:info(Table, Item) || Item <- Items], lists:sort(ets:tab2list(Table))};
table(Error) ->
    Error.

%% A process of its own takes its tables with it.
guarded(Call) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({result, Call()}) end),
    receive
        {'DOWN', Monitor, process, Pid, {result, Result}} -> without_name(Result);
        {'DOWN', Monitor, process, Pid, _} -> raised
    after 1000 ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> endless end
    end.

without_name({error, {read_error, Reason}}) ->
    {error, {read_error, without_name(Reason)}};
without_name({not_a_log_file, _}) ->
    {not_a_log_file, file};
without_name({file_error, _, Reason}) ->
    {file_error, file, Reason};
without_name(Result) ->
    Result.
