%% The Erlang side of DurableComparisons: a table of Mnesia with disc_copies. It does what a line on
%% standard input says, and answers with a number of nanoseconds.
%% It is compiled from its forms alone: no macros.
-module(jets_mnesia).

-export([serve/0]).

serve() ->
    logger:set_primary_config(level, error),
    serve(false).

serve(IsFilled) ->
    case io:get_line("") of
        eof ->
            remove(),
            halt(0);
        Line ->
            {Result, Filled} =
                try
                    do(string:lexemes(Line, " \n"), IsFilled)
                catch
                    Class:Reason ->
                        {{Class, Reason}, IsFilled}
                end,
            io:format("~0p~n", [Result]),
            serve(Filled)
    end.

%% Nanoseconds of so many puts into an empty table, by so many processes.
do(["put", Force, Processes, Count], _) ->
    remove(),
    begin_table(),
    Step = list_to_integer(Processes),
    Forcing = forcing(Force),
    Nanos = nanoseconds(fun() -> put_all(Force, Step, list_to_integer(Count)) end),
    exit(Forcing, kill),
    remove(),
    {Nanos, false};
%% Nanoseconds until a table with so many objects can be read.
do(["recover", Count], IsFilled) ->
    case IsFilled of
        false ->
            remove(),
            begin_table(),
            put_all("never", 1, list_to_integer(Count)),
            mnesia:sync_log();
        true ->
            ok
    end,
    stopped = mnesia:stop(),
    Nanos = nanoseconds(fun() ->
        ok = mnesia:start(),
        ok = mnesia:wait_for_tables([bench], infinity)
    end),
    Size = list_to_integer(Count),
    Size = mnesia:table_info(bench, size),
    {Nanos, true}.

begin_table() ->
    ok = filelib:ensure_dir(filename:join(mnesia:system_info(directory), "file")),
    ok = mnesia:create_schema([node()]),
    ok = mnesia:start(),
    {atomic, ok} = mnesia:create_table(bench, [{disc_copies, [node()]}, {attributes, [key, value]}]),
    ok = mnesia:wait_for_tables([bench], infinity).

remove() ->
    mnesia:stop(),
    file:del_dir_r(mnesia:system_info(directory)).

put_all(Force, Step, Count) ->
    Monitors = [spawn_monitor(fun() -> put(Force, First, Step, Count) end) || First <- lists:seq(0, Step - 1)],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Monitors].

put(_, Key, _, Count) when Key >= Count ->
    ok;
put(Force, Key, Step, Count) ->
    ok = mnesia:dirty_write({bench, Key, binary:copy(<<Key>>, 100)}),
    case Force of
        "each" -> ok = mnesia:sync_log();
        _ -> ok
    end,
    put(Force, Key + Step, Step, Count).

%% The process that forces the log every 100 ms.
forcing("every") ->
    spawn(fun force_often/0);
forcing(_) ->
    spawn(fun() -> ok end).

force_often() ->
    timer:sleep(100),
    mnesia:sync_log(),
    force_often().

nanoseconds(Work) ->
    Begin = erlang:monotonic_time(nanosecond),
    Work(),
    erlang:monotonic_time(nanosecond) - Begin.
