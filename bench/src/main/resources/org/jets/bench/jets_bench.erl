%% The Erlang side of ErlangTables: does what a line on standard input says, and answers with a line.
%% It is compiled from its forms alone: no macros.
-module(jets_bench).

-export([serve/0]).

serve() ->
    case io:get_line("") of
        eof ->
            halt(0);
        Line ->
            [Function | Arguments] = string:lexemes(Line, " \n"),
            Result = do(list_to_atom(Function), [list_to_integer(Argument) || Argument <- Arguments]),
            io:format("~w~n", [Result]),
            serve()
    end.

%% A table of that many objects {Key, Key rem 1000, Key}.
do(fill, [Objects]) ->
    ets:new(jets_bench, [named_table, public, {write_concurrency, true}]),
    lists:foreach(fun(Key) -> ets:insert(jets_bench, {Key, Key rem 1000, Key}) end, lists:seq(1, Objects)),
    ets:info(jets_bench, size);
%% How many objects have an element below the bound.
do(select, [Bound]) ->
    length(ets:select(jets_bench, [{{'$1', '$2', '_'}, [{'<', '$2', Bound}], ['$1']}]));
%% So many processes add to so many counters each, in the first 2^16 objects.
do(update_counter, [Processes, Updates]) ->
    Workers = [spawn_monitor(fun() -> add(Start * 1009, Updates) end) || Start <- lists:seq(1, Processes)],
    [receive {'DOWN', Monitor, process, Worker, End} -> normal = End end || {Worker, Monitor} <- Workers],
    Processes * Updates.

add(_, 0) ->
    ok;
add(Key, Left) ->
    ets:update_counter(jets_bench, 1 + Key band 16#ffff, {3, 1}),
    add(Key + 7919, Left - 1).
