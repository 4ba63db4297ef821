# What people read, in Japanese. The same keys and gaps stand in en.ftl, in the same order.
#
# One section a subject; add a key at the end of its section, before the section's end mark, in both files.
# Sentences in です・ます, labels as nouns. The terms are those of the contest's own rules.

### === figures ===

figure-money = { $amount } TSUYAMA
figure-seconds = { $seconds }秒
figure-minutes = { $minutes }分
figure-minutes-seconds = { $minutes }分{ $seconds }秒
# A Japanese place has no ending: the empty choice keeps the gaps the same in both languages.
figure-place = { $place }{ $ending ->
       *[any] 位
    }
figure-millis = { $millis }ミリ秒

# === end of figures ===

### === names ===

name-unknown = { $index }番（不明）
name-clock = 時計
name-judge = 審判長
name-organiser = 運営
name-team = チーム
name-board = 掲示板

# === end of names ===

### === events ===

event-by-organiser = （運営による代行入力です。）
event-round-opened = 第{ $round }回の入札を開始しました。締め切りは{ $window }後です（{ $rule }）。
event-round-opened-again = 第{ $round }回の入札をやり直します（{ $attempt }度目）。締め切りは{ $window }後です（{ $rule }）。
event-bids-sealed = { $team }が入札しました（{ $rule }）。
event-lists-opened = { $teams ->
        [0] 入札を締め切りました。入札したチームはありません（{ $rule }）。
       *[other] 入札を締め切り、開札しました。{ $teams }チーム、{ $lines }件の入札です（{ $rule }）。
    }
event-lists-opened-without = 入札なし：{ $teams }。
event-rebid-called = 同額の石は再入札を行います。締め切りは{ $window }後です（{ $rule }）。
event-rebid-called-again = 新たに同額の石が出たため、もう一度再入札を行います。締め切りは{ $window }後です（{ $rule }）。
event-rebid-sealed = { $team }が再入札に回答しました（{ $rule }）。
event-rebids-opened = { $wave }番目の再入札を開札しました。{ $raises ->
        [0] 新しい価格の提示はありません
       *[other] 新しい価格は{ $raises }件です
    }（{ $rule }）。
event-lots-confirmed = 審判長が{ $lots }を確認しました（{ $rule }）。
event-round-finalised = 第{ $round }回の入札が確定しました。落札価格を保有TSUYAMA数から減じ、石を配布します（{ $rule }）。
event-stone-placed = { $team }が{ $stone }を{ $row }行{ $col }列に置きました{ $quarters ->
        [0] {""}
        [1] （右に90度回転）
        [2] （180度回転）
       *[other] （右に270度回転）
    }（{ $rule }）。
event-stone-taken-out = { $team }が{ $stone }を石垣枠から外しました（{ $rule }）。
event-wall-replaced = { $team }が石垣を組み直しました。{ $stones ->
        [0] 石は置かれていません
       *[other] { $stones }個の石が置かれています
    }（{ $rule }）。
event-end-signalled = 審判長が終了の合図を出しました。{ $window }後に競技終了です（{ $rule }）。
event-game-ended = 競技終了です。以後、石を置くことはできません（{ $rule }）。
event-janken-entered = じゃんけんで順位が決まりました。上位から{ $order }です（{ $rule }）。
event-team-disqualified = { $team }は失格となりました。理由：{ $reason }（{ $rule }）。
event-team-reinstated = { $team }の失格を取り消しました。理由：{ $reason }（{ $rule }）。
event-result-declared = 審判長が最終結果を確定しました（{ $rule }）。
event-paused = 時計を止めました。理由：{ $reason }（{ $rule }）。
event-resumed = 時計を再開しました（{ $rule }）。
event-resumed-window = 時計を再開しました。残り{ $window }です（{ $rule }）。
event-window-extended = 時間を延長しました。残り{ $window }です。理由：{ $reason }（{ $rule }）。
event-round-voided = 第{ $round }回の入札（{ $attempt }度目）を無効とし、やり直します。理由：{ $reason }（{ $rule }）。
event-game-abandoned = この試合を打ち切り、別の問題で再試合を行います。理由：{ $reason }（{ $rule }）。

# === end of events ===

### === outcomes ===
# What became of one bid; stands behind it.

outcome-awarded = { $price }で落札（{ $rule }）
outcome-awarded-by-rebid = 再入札により{ $price }で落札（{ $rule }）
outcome-outbid = { $team }が{ $price }で上回る（{ $rule }）
outcome-outbid-by-own = 自チームの優先順位の高い{ $price }の入札が落札（{ $rule }）
outcome-tied = { $price }で同額、再入札待ち（{ $rule }）
outcome-lost-rebid = 再入札で{ $team }が{ $price }で上回る（{ $rule }）
outcome-lost-rebid-to-own = 再入札で自チームの{ $price }の入札が落札（{ $rule }）
outcome-given-up = 同額、再入札せず放棄（{ $rule }）
outcome-failed-tie = 再入札も{ $price }で同額のため不調（{ $rule }）
outcome-closed = 再入札となったため対象外（{ $rule }）
outcome-no-copy-left = 順番が来る前に他チームが落札（{ $rule }）
outcome-quota-full = 最大落札石数に達したため対象外（{ $rule }）
outcome-waiting = 次点として待機中（{ $rule }）

auction-award = { $lot }：{ $team }が{ $price } TSUYAMAで落札
auction-tie = { $lot }：{ $copies }個が{ $price }で同額（{ $teams }）（{ $rule }）
auction-failure = { $lot }：{ $copies }個が不調、{ $why }（{ $rule }）
auction-failure-no-rebid = 再入札なし
auction-failure-short-rebid = 再入札が石の数より少数
auction-failure-tied-rebid = 再入札も同額

# === end of outcomes ===

### === phases ===

phase-ready = 第{ $round }回の入札開始待ち
phase-bidding = 入札受付中
phase-rebidding = 再入札受付中（{ $wave }番目）
phase-confirming = 審判長の確認待ち
phase-building = 全入札確定、石積み中
phase-countdown = 終了カウントダウン
phase-ended = 競技終了
phase-declared = 最終結果確定
phase-abandoned = 試合打ち切り

# === end of phases ===

### === ranking ===
# What separates a row from the row below it.

criterion-with-figures = { $what }：{ $above }対{ $below }（{ $rule }）
criterion-alone = { $what }（{ $rule }）
criterion-empty = 空きマスの少なさ
criterion-top-gaps = 上部の抜けの少なさ
criterion-held = 残りTSUYAMAの多さ
criterion-used = 使用した石の多さ
criterion-unused = 未使用の石の少なさ
criterion-janken = じゃんけん
criterion-janken-needed = 全項目同点、じゃんけん待ち
criterion-disqualified = 下位チームが失格
criterion-both-disqualified = ともに失格、最下位を共有

# === end of ranking ===

### === walls ===

wall-with-stones = { $what }：{ $stones }
wall-bad-rotation = 回転の指定が0〜3（90度単位）の範囲外
wall-duplicate-stone = 同じ石を2回以上配置
wall-mirrored = 裏返さないと合わない形（裏返しは禁止）
wall-not-owned = 配布されていない石
wall-no-bottom = 石垣枠の下部の辺に接する石なし
wall-out-of-frame = 石垣枠からのはみ出し
wall-overlap = 石の重なり
wall-shape-mismatch = マスと石の形の不一致
wall-unsupported = 下部の辺まで支えられていない石

# === end of walls ===

### === faults ===

# Why a call was refused; a part of a sentence, without a full stop. $rule comes from fault-with-rule.

fault-with-rule = { $what }（{ $rule }）
fault-in-line = 優先順位{ $line }：{ $what }
fault-item = ・{ $what }
fault-unspecified = このプログラムの知らない理由で拒否されました。新しい版をお試しください

fault-unauthenticated = 有効なトークンがありません
fault-permission-denied = このトークンでは実行できません。{ $needs }のトークンが必要です
fault-unknown-game = このトークンで参照できる試合{ $game }はありません
fault-no-game-named = 試合が指定されていません
fault-game-stopped = 記録装置の障害により試合が停止しています。サーバーの再起動後に再開します
fault-busy = サーバーが混み合っています。何も変更されていませんので、もう一度お試しください
fault-missing-field = { $field }がありません
fault-bad-field = { $field }の値が不正です
fault-bad-field-value = { $field }に{ $value }は指定できません
fault-bad-field-most = { $field }に{ $value }は指定できません。最大は{ $most }です
fault-server-stopping = サーバーを停止しています。しばらくしてからお試しください

fault-unknown-team = チーム{ $team }はこの試合にいません
fault-unknown-lot = 石{ $lot }はこの試合にありません
fault-not-yours = { $team }は自チームの操作しかできません
fault-disqualified = { $team }は失格中か、次の入札からの復帰です
fault-wrong-phase = 今は実行できません。現在の状態：{ $phase }
fault-paused = 試合は一時停止中です
fault-not-paused = 試合は一時停止していません
fault-wrong-round = 第{ $named }回の入札に対する操作ですが、対象は第{ $current }回です
fault-wrong-attempt = { $named }度目の入札に対する操作ですが、無効となりました。有効なのは{ $current }度目です
fault-wrong-wave = { $named }番目の再入札に対する操作ですが、受付中なのは{ $current }番目です
fault-late = 締め切りちょうどに受信したため、間に合いませんでした
fault-late-by = 締め切りの{ $late }後に受信したため、間に合いませんでした
fault-invalid-list = 入札に{ $faults }件の誤りがあり、全体が無効です
fault-not-tied = { $team }には同額の入札がありません
fault-invalid-rebid = 再入札に{ $faults }件の誤りがあり、全体が無効です
fault-replaced = 別のパソコンなどから先に提出されています。置き換えようとした版：{ $named ->
        [0] なし
       *[other] { $named }
    }、提出済みの版：{ $current ->
        [0] なし
       *[other] { $current }
    }
fault-already-confirmed = { $lot }は確認済みです
fault-not-on-offer = { $lot }はこの回の入札の対象ではありません
fault-not-owned = 配布されていない石です：{ $stones }
fault-not-on-wall = 石垣枠に置かれていない石です：{ $stones }
fault-invalid-wall = 石垣に{ $faults }件の誤りがあり、全体が無効です
fault-janken-open = じゃんけんがまだ行われていません：{ $groups }
fault-not-a-tied-group = 順位は、全項目で同点の組ひとつの全チームについて入力してください：{ $groups }
fault-not-a-tied-group-none = 全項目で同点の組はありません
fault-already-disqualified = { $team }はすでに失格です
fault-not-disqualified = { $team }は失格ではありません
fault-no-reason = 記録に残すため、理由の入力が必要です
fault-nothing-to-extend = 延長できる受付やカウントダウンがありません
fault-bad-extension = 延長は0より長く1時間以内です（{ $span }は指定できません）

fault-too-many-bids = { $lines }件の入札がありますが、最大入札石数は{ $max_bids }です
fault-too-many-of-lot = { $lot }に{ $lines }件の入札がありますが、残りは{ $copies }個です
fault-no-copy-on-offer = { $lot }は残っていません
fault-below-min = { $lot }の価格{ $price }は最低価格{ $min_price }を下回っています
fault-over-budget = 入札の合計は{ $total } TSUYAMAですが、保有は{ $held }です

fault-duplicate-line = 優先順位{ $line }が2回指定されています
fault-line-not-tied = 優先順位{ $line }は同額の入札ではありません
fault-not-above = { $lot }の価格{ $price }は初回の同額{ $tied_at }を越えていません
fault-over-rebid-budget = 再入札の合計は{ $total } TSUYAMAですが、この再入札の上限は{ $budget }です

# === end of faults ===

### === cli ===
# team-client: labels and lines of the commands.

# === end of cli ===

### === console ===
# judge-tui: the chief judge's console and the hall's board.

# === end of console ===

### === rehearsal ===

# === end of rehearsal ===
