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
            Result = do(list_to_atom(Function), [argument(Argument) || Argument <- Arguments]),
            io:format("~w~n", [Result]),
            serve()
    end.

argument([Digit | _] = Number) when Digit =< $9 ->
    list_to_integer(Number);
argument(Name) ->
    list_to_atom(Name).

do(release, []) ->
    list_to_integer(erlang:system_info(otp_release));
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
    Processes * Updates;
%% What one call takes in picoseconds, where so many processes, each bound to its scheduler, make so
%% many calls each; the time of a loop that does all but the call is taken off.
do(time, [Call, Options, Processes, Calls]) ->
    Table = half_full(Call, Options),
    Schedulers = erlang:system_info(schedulers_online),
    Workers = [start_worker(Call, Table, Calls, 1 + I rem Schedulers) || I <- lists:seq(1, Processes)],
    lists:sum(run_together(Workers)) * 1000 div (Processes * Calls);
%% Bytes of an object of so many integers, the table's own among them, in a table of so many objects.
do(bytes, [Arity, Options, Objects]) ->
    Table = ets:new(jets_bench, [public | options(Options)]),
    [ets:insert(Table, object(Arity, Key)) || Key <- lists:seq(1, Objects)],
    Words = ets:info(Table, memory),
    ets:delete(Table),
    Words * erlang:system_info(wordsize) div Objects.

add(_, 0) ->
    ok;
add(Key, Left) ->
    ets:update_counter(jets_bench, 1 + Key band 16#ffff, {3, 1}),
    add(Key + 7919, Left - 1).

%% A table is filled when it is asked for first, and kept for those who come later.
half_full(Call, Options) ->
    Arity = case Call of update_counter -> 2; _ -> 1 end,
    case get({Arity, Options}) of
        undefined ->
            Table = ets:new(jets_bench, [public | options(Options)]),
            [ets:insert(Table, object(Arity, key_of_pair(shuffled(I)))) || I <- lists:seq(1, 1 bsl 20)],
            put({Arity, Options}, Table),
            Table;
        Table ->
            Table
    end.

options(default) -> [];
options(auto) -> [{write_concurrency, auto}];
options(ordered) -> [ordered_set];
options(ordered_auto) -> [ordered_set, {write_concurrency, auto}].

object(1, Key) -> {Key};
object(2, Key) -> {Key, 0}.

start_worker(Call, Table, Calls, Scheduler) ->
    Parent = self(),
    spawn_opt(
        fun() ->
            Seed = rand:uniform(1 bsl 38),
            Parent ! {self(), ready},
            receive go -> ok end,
            %% The least: one that was held up may well take longer than the calls.
            Empty = lists:min([nanoseconds(fun() -> idle(Call, Seed, Calls) end) || _ <- [1, 2, 3]]),
            All = nanoseconds(fun() -> call(Call, Table, Seed, Calls) end),
            Parent ! {self(), All - Empty}
        end,
        [link, {scheduler, Scheduler}]).

run_together(Workers) ->
    [receive {Worker, ready} -> ok end || Worker <- Workers],
    [Worker ! go || Worker <- Workers],
    [receive {Worker, Nanoseconds} -> Nanoseconds end || Worker <- Workers].

nanoseconds(Loop) ->
    Start = erlang:monotonic_time(nanosecond),
    Loop(),
    erlang:monotonic_time(nanosecond) - Start.

call(lookup, Table, Seed, Calls) -> lookup(Table, Seed, Calls);
call(update, Table, Seed, Calls) -> update(Table, Seed, Calls);
call(update_counter, Table, Seed, Calls) -> count(Table, Seed, Calls);
call(next, Table, _, Calls) -> step(Table, ets:first(Table), Calls);
call(range, Table, Seed, Calls) -> ranges(Table, Seed, Calls).

idle(lookup, Seed, Calls) -> idle_lookup(Seed, Calls);
idle(update, Seed, Calls) -> idle_update(Seed, Calls);
idle(update_counter, Seed, Calls) -> idle_count(Seed, Calls);
idle(next, _, Calls) -> idle_step(Calls);
idle(range, _, Calls) -> idle_step(Calls).

%% As KeyDice in Java, where there is more about them.
roll(State) ->
    (State * 1664525 + 1013904223) band 16#3fffffffff.

key(Roll) ->
    Roll bsr 17.

lot(Roll) ->
    (Roll bsr 15) band 3.

pair(Roll) ->
    Roll bsr 18.

shuffled(I) ->
    (I * 16#9e375) band 16#fffff.

key_of_pair(Pair) ->
    Roll = roll(Pair),
    2 * Pair + (roll(Roll bxor (Roll bsr 19)) bsr 37).

lookup(_, _, 0) ->
    ok;
lookup(Table, State, Left) ->
    Roll = roll(State),
    ets:lookup(Table, key(Roll)),
    lookup(Table, Roll, Left - 1).

idle_lookup(_, 0) ->
    ok;
idle_lookup(State, Left) ->
    Roll = roll(State),
    pass(key(Roll)),
    idle_lookup(Roll, Left - 1).

update(_, _, 0) ->
    ok;
update(Table, State, Left) ->
    Roll = roll(State),
    Key = key(Roll),
    case lot(Roll) of
        0 -> ets:insert(Table, {Key});
        1 -> ets:delete(Table, Key);
        _ -> ets:lookup(Table, Key)
    end,
    update(Table, Roll, Left - 1).

idle_update(_, 0) ->
    ok;
idle_update(State, Left) ->
    Roll = roll(State),
    Key = key(Roll),
    case lot(Roll) of
        0 -> pass({Key});
        1 -> pass(Key);
        _ -> pass(Key)
    end,
    idle_update(Roll, Left - 1).

count(_, _, 0) ->
    ok;
count(Table, State, Left) ->
    Roll = roll(State),
    ets:update_counter(Table, key_of_pair(pair(Roll)), 1),
    count(Table, Roll, Left - 1).

idle_count(_, 0) ->
    ok;
idle_count(State, Left) ->
    Roll = roll(State),
    pass(key_of_pair(pair(Roll))),
    idle_count(Roll, Left - 1).

step(_, _, 0) ->
    ok;
step(Table, '$end_of_table', Left) ->
    step(Table, ets:first(Table), Left - 1);
step(Table, Key, Left) ->
    step(Table, ets:next(Table, Key), Left - 1).

%% So many steps, 1,000 at a time from anywhere on.
ranges(_, _, Left) when Left =< 0 ->
    ok;
ranges(Table, State, Left) ->
    Roll = roll(State),
    step(Table, ets:next(Table, key(Roll)), 1000),
    ranges(Table, Roll, Left - 1000).

idle_step(0) ->
    ok;
idle_step(Left) ->
    pass(Left),
    idle_step(Left - 1).

pass(_) ->
    ok.
