%% The workloads of the scalability suites on tables of this Erlang. run/1 gets the words of a request
%% and prints lines: "sample NUMBER" for each repetition, "side TEXT", "failed TEXT".
%% It can be compiled from its forms alone: no macros.
%%
%% Tables are named like set:w:r or ordered_set:w=auto: the type, then r (read_concurrency), w
%% (write_concurrency, true or auto), locks=N, and counters=central or counters=decentral.
%%
%% What a loop costs around its calls is measured with a loop that makes no calls, and taken off.
-module(jets_scale).

-export([run/1]).

run([Kind | Words]) ->
    try
        do(list_to_atom(Kind), Words)
    catch
        Class:Reason ->
            Text = io_lib:format("~0p: ~0p", [Class, Reason]),
            io:format("failed ~s~n", [lists:sublist(lists:flatten(Text), 200)])
    end.

%% Several requests, parted by the word and.
do(all, Words) ->
    case lists:splitwith(fun(Word) -> Word =/= "and" end, Words) of
        {[Kind | First], [_ | Others]} ->
            do(list_to_atom(Kind), First),
            do(all, Others);
        {[Kind | Last], []} ->
            do(list_to_atom(Kind), Last)
    end;
%% Random operations of a mix, such as insert=5:delete=5:lookup=90, on keys from 1 to Range. The table is
%% filled with Range div 2 random inserts (inserts), with half of the keys (half), or with all of them
%% (all). Then "ready" is printed. Each line of input asks for a slice of so many milliseconds; the answer
%% is a line with its rate, in millions of operations in a second. Batch is the number of operations
%% between two looks at the clock.
do(turns, [Name, Mix, Threads, Range, Filling, Batch]) ->
    Keys = number(Range),
    Table = table(Name),
    Operations = mix(Mix),
    Arity = case lists:keymember(count, 2, Operations) of true -> 2; false -> 1 end,
    fill(list_to_atom(Filling), Table, Keys, Arity),
    io:format("ready~n"),
    turns(fun(Millis) ->
              Rates = together_timed(
                          number(Threads),
                          fun(State, Left) -> operate(Table, Operations, Keys, State, Left) end,
                          fun(State, Left) -> operate(none, Operations, Keys, State, Left) end,
                          number(Batch),
                          Millis),
              lists:sum(Rates) * 1.0e3
          end);
%% Each process inserts so many ascending keys of a range of its own into an empty table; millions in a
%% second.
do(disjoint, [Name, Threads, Keys, Warmups, Repetitions]) ->
    Each = number(Keys),
    Processes = number(Threads),
    [begin
         Table = table(Name),
         Spent = together(Processes, fun(I) -> insert_range(Table, I * Each, Each) end),
         Idle = together(Processes, fun(I) -> insert_range(none, I * Each, Each) end),
         ets:delete(Table),
         Round > number(Warmups) andalso sample(Processes * Each * 1.0e3 / positive(longest(Spent) - longest(Idle)))
     end
     || Round <- lists:seq(1, number(Warmups) + number(Repetitions))];
%% One of Fritchie's programs through all keys of a table of {Key, Count}, again and again;
%% nanoseconds of an operation.
do(program, [Program, Name, Keys, Warmup, Repetitions, Millis]) ->
    Count = number(Keys),
    Shuffled = shuffled(Count),
    Times = [number(Warmup) | lists:duplicate(number(Repetitions), number(Millis))],
    [_ | Samples] = [program(list_to_atom(Program), Name, Count, Shuffled, Time) || Time <- Times],
    [sample(Sample) || Sample <- Samples];
%% Starts a random one of so many timers again, each in place of the one before; nanoseconds. The
%% process keeps their references in its dictionary.
do(timers, [Count, Repetitions, Millis]) ->
    Timers = number(Count),
    Filled = lists:foldl(fun(Number, State) -> restart(Number, roll(State)) end, seed(), lists:seq(1, Timers)),
    lists:foldl(
        fun(_, State) ->
            Begin = erlang:monotonic_time(nanosecond),
            {Last, Done} = restarts(Timers, State, deadline(number(Millis)), 0),
            sample((erlang:monotonic_time(nanosecond) - Begin) / Done),
            Last
        end,
        Filled,
        lists:seq(1, number(Repetitions)));
%% Bytes of an object of so many integers, the table's own among them.
do(bytes, [Name, Keys, Arity]) ->
    Table = table(Name),
    [ets:insert(Table, object(number(Arity), Key)) || Key <- lists:seq(1, number(Keys))],
    sample(bytes(Table) / number(Keys));
%% Bytes of an object of a kind, the table's own among them.
do(object_bytes, [Name, Count, Kind, Keypos]) ->
    Table = ets:new(objects, [list_to_atom(Name), {keypos, number(Keypos)}]),
    [ets:insert(Table, stored(Kind, Key)) || Key <- lists:seq(1, number(Count))],
    sample(bytes(Table) / number(Count));
do(empty, [Name]) ->
    sample(bytes(table(Name)));
%% Bytes of a table of so many objects {Key}, and of one from which nine of ten have been deleted.
do(footprint, [When, Name, Keys]) ->
    Table = table(Name),
    [ets:insert(Table, {Key}) || Key <- shuffled(number(Keys))],
    When =:= "full" orelse [ets:delete(Table, Key) || Key <- lists:seq(1, number(Keys)), Key rem 10 =/= 0],
    sample(bytes(Table));
%% How long single operations of a mix take beside a process that does something else: steady
%% (nothing), growing, hot or scans; nanoseconds, 99.9 of 100.
do(latency, [Name, Mix, Beside, Threads, Range, Warmup, Repetitions, Millis]) ->
    Keys = number(Range),
    Table = table(Name),
    fill(half, Table, Keys, 1),
    Operations = mix(Mix),
    Other = start_beside(list_to_atom(Beside), Table, Keys),
    Processes = number(Threads),
    All = histogram(),
    observe(Processes, histogram(), Table, Operations, Keys, number(Warmup)),
    [begin
         One = histogram(),
         observe(Processes, One, Table, Operations, Keys, number(Millis)),
         add_histogram(One, All),
         sample(percentile(One, 99.9))
     end
     || _ <- lists:seq(1, number(Repetitions))],
    end_beside(Other),
    [io:format("side ~s ~w~n", [Percent, percentile(All, number(Percent))])
     || Percent <- ["50", "75", "90", "99", "99.9", "99.99", "99.999", "100"]].

turns(Slice) ->
    case io:get_line("") of
        eof ->
            ok;
        Line ->
            io:format("~w~n", [Slice(number(string:trim(Line)))]),
            turns(Slice)
    end.

number(Text) ->
    case string:to_integer(Text) of
        {Integer, ""} -> Integer;
        _ -> list_to_float(Text)
    end.

sample(Number) ->
    io:format("sample ~w~n", [Number]).

positive(Number) ->
    max(Number, 1).

%% Tables

table(Name) ->
    [Type | Options] = string:lexemes(Name, ":"),
    ets:new(scale, [list_to_atom(Type), public | [option(Option) || Option <- Options]]).

option("r") -> {read_concurrency, true};
option("w") -> {write_concurrency, true};
option("w=auto") -> {write_concurrency, auto};
option("locks=" ++ Number) -> {write_concurrency, {debug_hash_fixed_number_of_locks, number(Number)}};
option("counters=central") -> {decentralized_counters, false};
option("counters=decentral") -> {decentralized_counters, true}.

bytes(Table) ->
    ets:info(Table, memory) * erlang:system_info(wordsize).

stored("int", Key) -> {Key};
stored("ints", Key) -> {Key, Key};
stored("triple", Key) -> {shared, Key, <<Key:64>>};
stored("tuple_key", Key) -> {{Key, Key}, Key}.

object(1, Key) -> {Key};
object(2, Key) -> {Key, 0}.

fill(inserts, Table, Range, 1) ->
    insert_random(Table, Range, seed(), Range div 2);
fill(half, Table, Range, 1) ->
    insert_until(Table, Range, seed(), Range div 2);
fill(all, Table, Range, Arity) ->
    [ets:insert(Table, object(Arity, Key)) || Key <- shuffled(Range)].

insert_random(_, _, _, 0) ->
    ok;
insert_random(Table, Range, State, Left) ->
    Roll = roll(State),
    ets:insert(Table, {key(Roll, Range)}),
    insert_random(Table, Range, Roll, Left - 1).

insert_until(_, _, _, 0) ->
    ok;
insert_until(Table, Range, State, Left) ->
    Roll = roll(State),
    case ets:insert_new(Table, {key(Roll, Range)}) of
        true -> insert_until(Table, Range, Roll, Left - 1);
        false -> insert_until(Table, Range, Roll, Left)
    end.

shuffled(Keys) ->
    [Key || {_, Key} <- lists:sort([{rand:uniform(), Key} || Key <- lists:seq(1, Keys)])].

%% Random numbers: a linear congruential generator whose numbers are small integers.

seed() ->
    rand:uniform(1 bsl 38) - 1.

roll(State) ->
    (State * 1664525 + 1013904223) band 16#3fffffffff.

%% From the 28 high bits, for ranges of up to 31 bits.
key(Roll, Range) ->
    1 + (((Roll bsr 10) * Range) bsr 28).

%% Mixes

mix(Text) ->
    {Mix, _} =
        lists:mapfoldl(
            fun(Part, Sum) ->
                [Operation, Share] = string:lexemes(Part, "="),
                Bound = Sum + number(Share),
                {{round(Bound * (1 bsl 38) / 100), list_to_atom(Operation)}, Bound}
            end,
            0,
            string:lexemes(Text, ":")),
    Mix.

draw(_, [{_, Operation}]) -> Operation;
draw(Lot, [{Bound, Operation} | _]) when Lot < Bound -> Operation;
draw(Lot, [_ | Others]) -> draw(Lot, Others).

operate(_, _, _, State, 0) ->
    State;
operate(Table, Mix, Range, State, Left) ->
    Lot = roll(State),
    Roll = roll(Lot),
    call(draw(Lot, Mix), Table, key(Roll, Range)),
    operate(Table, Mix, Range, Roll, Left - 1).

call(_, none, _) -> ok;
call(lookup, Table, Key) -> ets:lookup(Table, Key);
call(insert, Table, Key) -> ets:insert(Table, {Key});
call(delete, Table, Key) -> ets:delete(Table, Key);
call(next, Table, Key) -> ets:next(Table, Key);
call(nextseq10, Table, Key) -> steps(Table, Key, 10);
call(nextseq100, Table, Key) -> steps(Table, Key, 100);
call(nextseq1000, Table, Key) -> steps(Table, Key, 1000);
call(selectall, Table, _) -> ets:select_count(Table, [{'_', [], [true]}]);
call(partial_select1000, Table, Key) ->
    ets:select_count(Table, [{{'$1'}, [{'>=', '$1', Key}, {'<', '$1', Key + 1000}], [true]}]);
call(select1000, Table, Key) -> select(Table, Key, Key + 1000);
call(select_half, Table, _) -> select(Table, 1, 1 + ets:info(Table, size) div 2);
call(count, Table, Key) -> ets:update_counter(Table, Key, 1).

select(Table, From, To) ->
    ets:select(Table, [{{'$1'}, [{'>=', '$1', From}, {'<', '$1', To}], ['$1']}]).

steps(_, '$end_of_table', _) -> ok;
steps(_, _, 0) -> ok;
steps(Table, Key, Left) -> steps(Table, ets:next(Table, Key), Left - 1).

insert_range(_, _, 0) ->
    ok;
insert_range(Table, Key, Left) ->
    call(insert, Table, Key),
    insert_range(Table, Key + 1, Left - 1).

%% Processes that work at the same time, each on a scheduler of its own

%% Runs Work(State, Operations) in so many processes for a time, and returns the operations of each in a
%% nanosecond.
together_timed(Processes, Work, Idle, Batch, Millis) ->
    Seeds = list_to_tuple([seed() || _ <- lists:seq(1, Processes)]),
    Done = together(Processes, fun(I) -> until(Work, element(I + 1, Seeds), Batch, deadline(Millis), 0) end),
    Counts = list_to_tuple([Count || {_, Count} <- Done]),
    Idled = together(Processes, fun(I) -> count_to(Idle, element(I + 1, Seeds), Batch, element(I + 1, Counts)) end),
    [Count / positive(Spent - Lost) || {{Spent, Count}, {Lost, _}} <- lists:zip(Done, Idled)].

deadline(Millis) ->
    erlang:monotonic_time(nanosecond) + Millis * 1000000.

%% Looks at the clock after each batch of operations; returns how many operations there were.
until(Work, State, Batch, Deadline, Done) ->
    Next = Work(State, Batch),
    case erlang:monotonic_time(nanosecond) of
        Now when Now >= Deadline -> Done + Batch;
        _ -> until(Work, Next, Batch, Deadline, Done + Batch)
    end.

%% The same for so many operations.
count_to(_, _, _, Left) when Left =< 0 ->
    ok;
count_to(Work, State, Batch, Left) ->
    Next = Work(State, Batch),
    _ = erlang:monotonic_time(nanosecond),
    count_to(Work, Next, Batch, Left - Batch).

%% Runs a function with the numbers from 0 on, and returns for each the nanoseconds and its result.
together(Processes, Function) ->
    Parent = self(),
    Schedulers = erlang:system_info(schedulers_online),
    Workers =
        [spawn_opt(
             fun() ->
                 Parent ! {self(), ready},
                 receive go -> ok end,
                 Start = erlang:monotonic_time(nanosecond),
                 Result = Function(I),
                 Parent ! {self(), {erlang:monotonic_time(nanosecond) - Start, Result}}
             end,
             [link, {scheduler, 1 + I rem Schedulers}])
         || I <- lists:seq(0, Processes - 1)],
    [receive {Worker, ready} -> ok end || Worker <- Workers],
    [Worker ! go || Worker <- Workers],
    [receive {Worker, Result} -> Result end || Worker <- Workers].

longest(Results) ->
    lists:max([Nanos || {Nanos, _} <- Results]).

%% Timers

restarts(Timers, State, Deadline, Done) ->
    Next = lists:foldl(fun(_, Each) -> restart(key(Each, Timers), roll(Each)) end, roll(State), lists:seq(1, 100)),
    case erlang:monotonic_time(nanosecond) >= Deadline of
        true -> {Next, Done + 100};
        false -> restarts(Timers, Next, Deadline, Done + 100)
    end.

%% Runs from one second to an hour.
restart(Number, State) ->
    case get(Number) of
        undefined -> ok;
        Running -> erlang:cancel_timer(Running)
    end,
    put(Number, erlang:start_timer(999 + key(State, 3599001), self(), Number)),
    roll(State).

%% Programs

%% Repeats a program for a time, at least once, and returns the nanoseconds of an operation. The
%% table it needs is made, and deleted, outside of the time.
program(Program, Name, Keys, Shuffled, Millis) ->
    {Nanos, Rounds} = rounds(Program, Name, Keys, Shuffled, deadline(Millis), prepared(Program, Name, Shuffled), 0, 0),
    max(Nanos, 0) / (Rounds * Keys).

rounds(Program, Name, Keys, Shuffled, Deadline, Table, Nanos, Rounds) ->
    Order = case lists:member(Program, [insert_in_order, lookup_in_order]) of
                true -> lists:seq(1, Keys);
                false -> Shuffled
            end,
    All = nanoseconds(fun() -> pass(Program, Table, Order) end),
    Idle = nanoseconds(fun() -> pass(Program, none, Order) end),
    Sum = Nanos + All - Idle,
    Fresh = lists:member(Program, [insert_in_order, insert_shuffled, delete]),
    case erlang:monotonic_time(nanosecond) >= Deadline of
        true ->
            ets:delete(Table),
            {Sum, Rounds + 1};
        false when Fresh ->
            ets:delete(Table),
            Next = prepared(Program, Name, Shuffled),
            rounds(Program, Name, Keys, Shuffled, Deadline, Next, Sum, Rounds + 1);
        false ->
            rounds(Program, Name, Keys, Shuffled, Deadline, Table, Sum, Rounds + 1)
    end.

prepared(Program, Name, Shuffled) ->
    Table = table(Name),
    case Program of
        insert_in_order -> ok;
        insert_shuffled -> ok;
        _ -> [ets:insert(Table, {Key, 0}) || Key <- Shuffled]
    end,
    Table.

pass(traverse, none, Order) -> pass_over(lookup, none, Order);
pass(traverse, Table, _) -> traverse(Table, ets:first(Table));
pass(insert_in_order, Table, Order) -> pass_over(insert, Table, Order);
pass(insert_shuffled, Table, Order) -> pass_over(insert, Table, Order);
pass(lookup_in_order, Table, Order) -> pass_over(lookup, Table, Order);
pass(lookup_shuffled, Table, Order) -> pass_over(lookup, Table, Order);
pass(Program, Table, Order) -> pass_over(Program, Table, Order).

pass_over(_, _, []) ->
    ok;
pass_over(Operation, Table, [Key | Keys]) ->
    act(Operation, Table, Key),
    pass_over(Operation, Table, Keys).

act(_, none, _) -> ok;
act(insert, Table, Key) -> ets:insert(Table, {Key, 0});
act(lookup, Table, Key) -> ets:lookup(Table, Key);
act(count, Table, Key) -> ets:update_counter(Table, Key, 1);
act(delete, Table, Key) -> ets:delete(Table, Key).

traverse(_, '$end_of_table') -> ok;
traverse(Table, Key) -> traverse(Table, ets:next(Table, Key)).

nanoseconds(Function) ->
    Start = erlang:monotonic_time(nanosecond),
    Function(),
    erlang:monotonic_time(nanosecond) - Start.

%% Latencies: histograms with 32 places for each power of two of nanoseconds

histogram() ->
    counters:new(2048, [write_concurrency]).

observe(Processes, Histogram, Table, Mix, Range, Millis) ->
    together(Processes, fun(_) -> observe_until(Histogram, Table, Mix, Range, seed(), deadline(Millis)) end).

observe_until(Histogram, Table, Mix, Range, State, Deadline) ->
    Lot = roll(State),
    Roll = roll(Lot),
    Operation = draw(Lot, Mix),
    Key = key(Roll, Range),
    Start = erlang:monotonic_time(nanosecond),
    call(Operation, Table, Key),
    End = erlang:monotonic_time(nanosecond),
    counters:add(Histogram, 1 + place(End - Start, 0), 1),
    case End >= Deadline of
        true -> ok;
        false -> observe_until(Histogram, Table, Mix, Range, Roll, Deadline)
    end.

place(Nanos, Shift) when Nanos < 64 -> Shift * 32 + Nanos;
place(Nanos, Shift) -> place(Nanos bsr 1, Shift + 1).

%% The greatest number of nanoseconds that has this place.
nanos(Place) when Place < 64 -> Place;
nanos(Place) ->
    Shift = Place div 32 - 1,
    ((Place - Shift * 32 + 1) bsl Shift) - 1.

add_histogram(From, To) ->
    [counters:add(To, I, counters:get(From, I)) || I <- lists:seq(1, 2048)].

percentile(Histogram, Percent) ->
    Counts = [counters:get(Histogram, I) || I <- lists:seq(1, 2048)],
    Total = lists:sum(Counts),
    rank(Counts, 0, max(1, ceil(Total * Percent / 100)), 0).

rank([Count | Counts], Before, Wanted, Place) ->
    case Before + Count >= Wanted of
        true -> nanos(Place);
        false -> rank(Counts, Before + Count, Wanted, Place + 1)
    end.

%% What goes on beside operations whose latency is observed

start_beside(steady, _, _) ->
    none;
start_beside(What, Table, Range) ->
    spawn_link(fun() -> beside(What, Table, Range, seed()) end).

end_beside(none) ->
    ok;
end_beside(Other) ->
    unlink(Other),
    Monitor = monitor(process, Other),
    exit(Other, kill),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%% The table grows to twice its size and shrinks again.
beside(growing, Table, Range, State) ->
    insert_range(Table, Range + 1, Range div 2),
    [ets:delete(Table, Key) || Key <- lists:seq(Range + 1, Range + Range div 2)],
    beside(growing, Table, Range, State);
%% Bursts of updates to 64 keys in the middle, and as many operations all over the table.
beside(hot, Table, Range, State) ->
    Next = operate_near(Table, Range div 2, State, 20000),
    beside(hot, Table, Range, operate(Table, mix("insert=50:delete=50"), Range, Next, 20000));
beside(scans, Table, Range, State) ->
    call(selectall, Table, 0),
    beside(scans, Table, Range, State).

operate_near(_, _, State, 0) ->
    State;
operate_near(Table, First, State, Left) ->
    Roll = roll(State),
    call(insert, Table, First + key(Roll, 64)),
    operate_near(Table, First, Roll, Left - 1).
