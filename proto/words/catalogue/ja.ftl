# Texts of the interface, in Japanese. en.ftl has the same keys and arguments, in the same order.
#
# One section per subject. Add a key at the end of its section, before the section's end mark, in both files.
# Sentences in です・ます, labels as nouns. The terms are those of the contest's own rules.

### === figures ===

figure-money = { $amount } TSUYAMA
figure-seconds = { $seconds }秒
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
name-desk = 受付
name-referee = 審判員
name-standby = 予備機
name-either = { $said }か{ $next }
name-server = サーバー
name-roster-line = 名簿の{ $line }番

# === end of names ===

### === events ===

event-by-organiser = （運営が行いました。）
event-entered-by-organiser = （運営による代行入力です。）
event-round-opened = 第{ $round }回の入札を開始しました。{ $window }後に締め切ります（{ $rule }）。
event-round-opened-again = 第{ $round }回の入札をやり直します（{ $attempt }度目）。{ $window }後に締め切ります（{ $rule }）。
event-bids-sealed = { $team }がリストを提出しました（{ $rule }）。
event-lists-opened = { $teams ->
        [0] 入札を締め切りました。入札したチームはありません（{ $rule }）。
       *[other] 入札を締め切り、開札しました。{ $teams }チーム、{ $lines }件の入札です（{ $rule }）。
    }
event-lists-opened-without = 辞退：{ $teams }。
event-rebid-called = 同額の石は再入札を行います。{ $window }後に締め切ります（{ $rule }）。
event-rebid-called-again = 新たに同額の石が出たため、もう一度再入札を行います。{ $window }後に締め切ります（{ $rule }）。
event-rebid-sealed = { $team }が再入札に回答しました（{ $rule }）。
event-rebids-opened = { $wave }回目の再入札を開札しました。{ $raises ->
        [0] 新しい価格の提示はありません
       *[other] 新しい価格は{ $raises }件です
    }（{ $rule }）。
event-lots-confirmed = 審判長が{ $lots }を確認しました（{ $rule }）。
event-nothing-confirmed = 審判長がこの回を確認しました。対象の石はありません（{ $rule }）。
event-round-finalised = 第{ $round }回の入札が確定しました。落札価格を保有TSUYAMA数から減じ、石を配布します（{ $rule }）。
event-stone-placed = { $team }が{ $stone }を{ $row }行目{ $col }列目に置きました{ $quarters ->
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
event-wall-replaced-by-hand = 運営が{ $team }の石垣を代行入力しました。{ $stones ->
        [0] 石は置かれていません
       *[other] { $stones }個の石が置かれています
    }。理由：{ $reason }（{ $rule }）。
event-wall-counted = { $team }の石垣を手作業で数えました。空き{ $empty }、上部の抜け{ $top_gaps }、使用{ $used }個。理由：{ $reason }（{ $rule }）。
event-wall-counted-covered = { $team }の石垣を手作業で数えました。理由：{ $reason }（{ $rule }）。
event-wall-counted-no-more = { $team }の石垣は、再びここに置かれた石で数えます。理由：{ $reason }（{ $rule }）。
event-stones-carried = チームへ運びました：{ $stones }（{ $rule }）。
event-stones-not-carried = 運搬済みの印を取り消しました：{ $stones }（{ $rule }）。
event-stones-checked = { $team }が{ $stones }を受け取り、確認しました（{ $rule }）。
event-remarked = 備考：{ $text }
message-correction = 【訂正】{ $told }
event-announced = お知らせ：{ $text }
event-announced-to = { $teams }へのお知らせ：{ $text }
shared-announced-answer = 質問「{ $asked }」への回答：{ $text }
event-announced-answer-to = { $teams }へ、質問「{ $asked }」への回答：{ $text }
event-question-asked = { $team }からの質問{ $question }：{ $text }
event-question-answered = { $team }の質問{ $question }への個別回答：{ $text }
event-question-answered-to-all = { $team }の質問{ $question }には、全チームに回答しました。
event-messages-read = { $team }がメッセージを{ $through }番まで読みました。
event-note-sealed = 一部のチーム宛ての連絡または既読が、結果の確定（または中止）まで封をして記録されました。
event-end-signalled = 審判長が終了の合図を出しました。{ $window }後に競技終了です（{ $rule }）。
event-game-ended = 競技終了です。以後、石を置くことはできません（{ $rule }）。
event-janken-entered = じゃんけんで順位が決まりました。上位から{ $order }です（{ $rule }）。
event-janken-covered = じゃんけんの順を入力しました（{ $rule }）。
event-team-disqualified = { $team }は失格となりました。理由：{ $reason }（{ $rule }）。
event-team-reinstated = { $team }の失格を取り消しました。理由：{ $reason }（{ $rule }）。
event-result-declared = 審判長が最終結果を確定しました（{ $rule }）。
event-paused = 時計を止めました。理由：{ $reason }（{ $rule }）。
event-paused-by-judge = 審判長が一時停止しました（{ $rule }）。
event-paused-by-organiser = 運営が一時停止しました（{ $rule }）。
event-reason-outage = サーバーが停止していたため。審判長の操作で再開します
event-resumed = 時計を再開しました（{ $rule }）。
event-resumed-window = 時計を再開しました。残り{ $window }です（{ $rule }）。
event-more-time = 時間が延長されています。理由：{ $reason }（{ $rule }）。
event-more-time-by-judge = 審判長が時間を延長しました（{ $rule }）。
event-more-time-by-organiser = 運営が時間を延長しました（{ $rule }）。
event-window-extended = 時間を延長しました。残り{ $window }です。理由：{ $reason }（{ $rule }）。
event-window-extended-so-much = { $given }延長しました。残り{ $window }です。理由：{ $reason }（{ $rule }）。
event-window-extended-so-much-by-judge = 審判長が{ $given }延長しました。残り{ $window }です（{ $rule }）。
event-window-extended-so-much-by-organiser = 運営が{ $given }延長しました。残り{ $window }です（{ $rule }）。
event-window-extended-by-judge = 審判長が延長しました。残り{ $window }です（{ $rule }）。
event-window-extended-by-organiser = 運営が延長しました。残り{ $window }です（{ $rule }）。
event-round-voided = 第{ $round }回の入札（{ $attempt }度目）を無効とし、やり直します。理由：{ $reason }（{ $rule }）。
event-game-abandoned = この試合を中止します。理由：{ $reason }（{ $rule }）。
event-practice-ended = 練習を終了しました。理由：{ $reason }（{ $rule }）。

# === end of events ===

### === outcomes ===
# Outcome of one bid, shown after it.

outcome-awarded = { $price }で落札（{ $rule }）
outcome-awarded-by-rebid = 再入札により{ $price }で落札（{ $rule }）
outcome-outbid = { $team }が{ $price }で上回る（{ $rule }）
outcome-outbid-by-own = 自チームの別の入札（{ $price }）が優先（{ $rule }）
outcome-tied = { $price }で同額、再入札待ち（{ $rule }）
outcome-lost-rebid = 再入札で{ $team }が{ $price }で上回る（{ $rule }）
outcome-lost-rebid-to-own = 再入札で自チームの{ $price }の入札が落札（{ $rule }）
outcome-given-up = 同額、再入札せず放棄（{ $rule }）
outcome-failed-tie = 再入札も{ $price }で同額のため不調（{ $rule }）
outcome-closed = 再入札となったため対象外（{ $rule }）
outcome-no-copy-left = 順番が来たときには残りなし（{ $rule }）
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
phase-abandoned = 試合中止
phase-practice-ended = 練習終了

# === end of phases ===

### === ranking ===
# What separates a row from the row below it.

criterion-with-figures = { $what }：{ $above }対{ $below }（{ $rule }）
shared-alone = { $what }（{ $rule }）
criterion-empty = 空きマスの差
criterion-top-gaps = 上部の抜けの差
criterion-held = 残りTSUYAMAの差
criterion-used = 使用した石の差
criterion-unused = 未使用の石の差
criterion-janken = じゃんけん
criterion-janken-needed = 全項目同点、じゃんけん待ち
criterion-disqualified = 下位チームが失格
criterion-both-disqualified = ともに失格、最下位を共有
criterion-head-empty = 空き
criterion-head-top-gaps = 上部
criterion-head-held = 保有
criterion-head-used = 使用
criterion-head-unused = 未使用

# === end of ranking ===

### === print ===
# Printed pages of an event. ○ and × are the marks of result cards. Rule numbers are in the texts because each text has its own.

print-heading-at = { $heading } { $time }
print-button = 印刷
print-back = 戻る
print-draw = 抽選
print-lotteries = 公営くじの結果
shared-roster = 名簿
print-lotteries-of-draw = 抽選に使うくじ（この順）：{ $lotteries }（TD2）
print-lotteries-of-date = 抽選に使う{ $date }のくじ（この順）：{ $lotteries }（TD2）
print-lottery-of-date = { $lottery }（{ $date }）
print-no-date = 日付なし
print-commitment = 最初のくじの前に公表した設定と名簿のハッシュ値：SHA-256 { $hash }（TV1）
print-seed = 結果をつないだ乱数の種は{ $seed }。{ $modulus }で割った余りが乱数初期値 x_0 = { $start }（TD2、TD3）
print-generator = 各行の抽選予備番号xは（前の行のx × 65793 + 4282663）を{ $modulus }で割った余り。1行目はx_0から続く（TD1、TD4）
print-numbers-by-slips = xの若い順に11、12、13…の番号（TD5）。出場するシード選手の番号は、受付で引いた番号に置き換える（TD6）
print-numbers-by-x = xの若い順に11、12、13…の番号（TD5）。シード選手は、xの若い順にその組のシード番号に置き換える（TD6）
print-pairings = 第{ $round }回戦の組み合わせ
print-by-table = 卓の順
print-by-player = 抽選番号の順
print-certificates = 組み合わせの証明
print-certificates-note = 各リーグの組み合わせはこれが最良です：不戦勝を受ける選手のこれまでの不戦勝（TP3 a）、再戦（TP3 b）、仮の選手を含む勝数差（TP3 c）の順に比べる（TV2）
print-gap = { $gap }勝差{ $pairs }組
print-slips = 第{ $round }回戦の対戦カード
print-slip = 第{ $round }回戦 卓{ $table }
print-slip-bout = 第{ $round }回戦 { $bout } 卓{ $table }
print-slips-note = 両者が署名し、勝者が提出する。提出した対戦カードは訂正できない。誤りは審判員に申し出る（TO9）
print-results = 第{ $round }回戦の結果
print-bye-of = 不戦勝（{ $pool }）：{ $player }
print-bye-alone = 不戦勝：{ $player }
print-ruling = 審判員の裁定（TV3）：{ $text }
print-digits-overruled = くじの結果への裁定（TD8、TV3）：先に入力した{ $results }は無効。乱数の種は裁定後の結果によります。理由：{ $reason }
print-attendance-overruled = 数字の入力後の出欠の裁定（TD7、TV3）：{ $player }は{ $absent ->
        [1] 欠場
       *[other] 出場
    }。理由：{ $reason }
print-moved = { $who }（{ $from }→{ $to }）
print-moved-by-ruling = 移動した人：{ $moved }
print-moved-nobody = 移動した人はいません。
print-ruling-of-table = 卓{ $table }への審判員の裁定（TV3）：{ $text }
print-standings = 第{ $round }回戦終了時の暫定順位
print-standings-at-first = 第1回戦前の暫定順位
print-standings-note = 次の順に、多い方、大きい方が上位：勝数（TR1）、直近の試合前の勝数（TR2）、S1からS{ $depth }：勝った相手の上位k人と負けた相手の下位k人の勝数の和（TR3）、抽選番号（TR4）
print-leagues = 第{ $round }回戦終了時のリーグ表
print-leagues-at-first = リーグ分け
print-crosstable = 第{ $round }回戦終了時の対戦成績
print-crosstable-at-first = 第1回戦前の選手一覧
print-league = { $league }リーグ
print-entries-note = ○は勝ち、×は負け、数字は相手の抽選番号、不は不戦敗による（TW2）
print-leagues-note = 各リーグ表は最初に分けられた選手（TF2）
print-transfer = { $player }は{ $from }リーグから{ $to }リーグへ移動（奇数のリーグを1つ以下にするため、TL2）
print-oversized = 64人を超えるリーグがあり、6回戦の後に全勝者が2人残ることがある（TL3、TF4）
print-first-sole = { $league }リーグ1位：{ $player }（第{ $round }回戦後、唯一の全勝、TF3）
print-first-ranking = { $league }リーグ1位：{ $player }（第{ $round }回戦後の暫定順位による。審判員の確認待ち、TF4）
print-first-confirmed = { $league }リーグ1位：{ $player }（第{ $round }回戦後の暫定順位による。審判員が確認、TF4）
print-first-referee = { $league }リーグ1位：{ $player }（第{ $round }回戦後、審判員の指名、TV3）
print-bracket = 決勝トーナメントと決定戦
print-knock-out = 決勝トーナメント
print-beside = 決定戦
print-bout-semi-final = 準決勝{ $number }
print-bout-final = 決勝
print-bout-third-place = 3位決定戦
print-bout-prize = 入賞決定戦 { $higher }位–{ $lower }位
print-bout-women = 女子決勝
print-first-of = { $league }リーグ1位
print-winner-of = { $bout }の勝者
print-loser-of = { $bout }の敗者
print-prize-winners = 入賞（{ $rule }）：{ $players }
print-over-twelve = 入賞決定戦の対象が12人を超えたため、暫定順位の上位12人で行う（TK2）
print-womens-champion = 女流名人（TK3）：{ $player }
print-ranking = 最終順位
print-undeclared = { $heading }（未確定）
print-ranking-note = 勝数、敗数、直近の試合前の勝数は最終リーグ戦終了時のもので、決勝トーナメントと決定戦を含まない（TE）
print-dan-held = 段位認定は、持っている段位より上の場合に限る（TE5）
print-award-champion = 優勝
print-award-runner-up = 準優勝
print-award-third = 3位
print-award-fourth = 4位
print-award-prize = 入賞
print-invited = 有
print-award-womens-champion = 女流名人
print-title-mh = MH賞
print-title-woc = WOC日本代表
print-title-hasegawa = 長谷川五郎賞
print-note-certificate-fee = 段位の免状は優勝者を除き有料です。
print-note-woc-cancelled = WOCが中止になった場合、WOC日本代表の権利は無効です。
print-diploma-dan = 段位認定
print-diploma-invited = 王座戦出場権
print-diploma-date = 令和　　年　　月　　日
print-diploma-presenter = 大会委員長
print-diploma-seal = 印
print-diplomas = 賞状
print-diploma = 賞状
print-diploma-name = { $name } 殿
print-diploma-place = 第{ $place }位
print-diploma-prize = { $award }　{ $place }
print-diploma-text = あなたは本大会において頭書の成績を収められましたので　ここにこれを賞します
print-diploma-took-part = あなたは本大会に参加し健闘されましたので　ここにこれを賞します
print-result-of = { $title }　{ $state }
print-result-abandoned = 中止（G4）、その時点の状況
print-result-note = 左から順に最初に差のついた項目で決まる：(1) 空きマスの少なさ、(2) 上部の抜けの少なさ、(3) 保有TSUYAMAの多さ、(4) 使用した石の多さ、(5) 未使用の石の少なさ、(6) じゃんけん（E2）
print-disqualified = 失格（E3）：{ $team }、{ $reason }
print-counted-by-hand = 図の石垣ではなく実物を数えた結果による（E2）：{ $teams }
print-wall = { $place }　{ $team }
print-wall-filled = 充填{ $filled }マス、空き{ $empty }マス、上部の抜け{ $gaps }
print-team-game = { $team }の試合
print-team-note = 入札リストは開札されたもののみ（A5）。金額の単位はTSUYAMA。支払いと石は入札の確定後（A10）。時刻は試合時間
print-money = 保有額の推移
print-list = 第{ $round }回の入札リスト
print-list-void = 第{ $round }回の入札リスト（{ $attempt }度目、無効、G5）
shared-heading-stones = 石
print-time-line = 経過
print-round-open = 進行中
print-round-final = 確定
shared-round-void = 無効
print-stone-laid = 石垣
print-stone-unused = 未使用
print-groups = { $stage }のグループ
print-group = グループ{ $number }
print-group-spare = グループ{ $number }（予備の試合、G4）
print-absent-teams = 欠場（TD7）：{ $teams }
print-ruling-of-group = グループ{ $group }への審判員の裁定（TV3）：{ $text }
print-ruling-on-spare = グループ{ $group }は予備の試合に替えました（G4）：{ $text }
print-ruling-on-janken = じゃんけんの裁定（TV3）：{ $text }
print-groups-note = 空きマスの少なさ、上部の抜けの少なさ、残りTSUYAMAの多さ、使用した石の多さ、未使用の石の少なさの順に比べる（E2）
print-groups-drawn = 乱数の種{ $seed }による抽選：x_0 = { $start }、x_iは（x_(i-1) × 65793 + 4282663）を{ $modulus }で割った余り。前のステージで使った個数は{ $used }。xの若い順に各グループへ順に入る（TG2、TG3）
print-quota = 各グループの上位{ $group }チームが進出（TG4）
print-quota-rest = 続いて残り全体の上位{ $rest }チームも進出。グループをまたぐ比較は、石垣枠と石が同じ場合に限り公平（TG4）
print-janken-needed = じゃんけんが必要：{ $teams }（E2 (6)、TG4）
print-janken-held = じゃんけんの順、上位から：{ $teams }（TG4）
print-fate-of-group = 進出
print-fate-of-rest = 進出（残りの上位）
print-fate-repechage = 敗者復活へ
print-fate-out = 敗退
shared-fate-disqualified = 失格
print-stage-heats = 予選
print-stage-repechage = 敗者復活
print-stage-semi-finals = 準決勝
print-stage-final = 決勝
print-finish-ranked = { $stage }
print-finish-eliminated = { $stage }で敗退
print-finish-disqualified = { $stage }で失格
print-finish-absent = { $stage }を欠場
print-placement = 順位決定
print-placement-league = 順位決定リーグ
print-withdrawn = 途中棄権
print-absent = 欠場
print-bye = 不戦勝
print-formal-win = 勝ち抜け
print-won = ○
print-lost = ×
print-entry-won = ○{ $number }
print-entry-lost = ×{ $number }
print-entry-won-by-forfeit = ○{ $number }不
print-entry-lost-by-forfeit = ×{ $number }不
print-entry-bye = ○不戦
print-entry-formal-win = ○勝抜
print-entry-withdrawn = ×棄権
print-entry-excused = ×欠場
shared-ruled = 裁定
print-reason-normal = 盤上
print-reason-time = 時間切れ
print-reason-double-time = 両者時間切れ
print-reason-forfeit = 不戦敗
print-reason-referee = 反則・裁定
print-call-black = 上が黒
print-call-white = 上が白
print-handicap-none = なし
print-handicap = { $discs }子局
print-dan = { $dan ->
        [1] 初
        [2] 二
        [3] 三
        [4] 四
        [5] 五
        [6] 六
        [7] 七
        [8] 八
        [9] 九
       *[other] { $dan }
    }段
print-kyu = { $kyu }級
print-head-table = 卓
print-head-pool = リーグ
print-head-number = 番号
shared-player = 選手
print-head-opponent = 相手
print-head-result = ○/×
print-head-discs = 石数
print-head-remark = 備考
print-head-signature = 署名
shared-black = 黒番
print-head-rank = 段級位
print-head-affiliation = 所属
print-head-caller = 宣言者
print-head-hidden-disc = 伏せ石
print-head-draw-win = 引き分け勝ち
print-head-handicap = ハンデ
print-head-reason = 終局理由
print-head-place = 順位
print-head-round = { $round }回戦
print-head-wins = 勝
print-head-losses = 敗
print-head-before = 直近前
print-head-strength = S{ $depth }
print-head-award = 賞
print-head-titles = 称号・副賞
print-head-dan = 認定
print-head-invited = 王座戦出場権
print-head-bout = 対局
print-head-round-of = 回戦
print-head-winner = 勝者
print-head-line = 行
print-head-x = 抽選予備番号
print-head-base = x順の番号
print-head-seed-class = シード
print-head-attendance = 出欠
print-head-lottery = くじ
print-head-digits = 種の桁
print-head-byes = これまでの不戦勝
print-head-rematches = 再戦
print-head-gaps = 勝数差ごとの組
shared-id = ID
print-head-date = 日付
print-head-fate = 成績
print-head-decided-by = 次位との差
print-head-numbered = ({ $number }) { $head }
head-state = 状態
print-head-held = 保有
print-head-spent = 支払い
head-left = 残り
shared-stones = 石
print-head-priority = 優先順位
shared-lot = 種類
print-head-price = 価格
print-head-rebids = 再入札
print-head-outcome = 結果
print-head-laid = 現在
print-head-moment = 時刻
print-head-happened = 出来事

# === end of print ===

### === walls ===

wall-with-stones = { $what }：{ $stones }
wall-bad-rotation = 回転の指定が0〜3（90度単位）の範囲外
wall-bad-rotation-of = 回転が{ $turns }（90度単位）で、0～3ではない
wall-duplicate-stone = 同じ石を2回以上配置
wall-mirrored = 裏返さないと合わない形（裏返しは禁止）
wall-not-owned = 配布されていない石
wall-no-bottom = 石垣枠の下部の辺に接する石なし
wall-out-of-frame = 石垣枠からのはみ出し
wall-out-of-frame-at = 石垣枠の外にはみ出す（行,列は0から数えて{ $squares }）
wall-overlap = 石の重なり
wall-shape-mismatch = マスと石の形の不一致
wall-unsupported = 下部の辺まで支えられていない石

# === end of walls ===

### === faults ===

# Why a call was rejected: part of a sentence, without a full stop. $rule comes from fault-with-rule.

fault-in-line = 優先順位{ $line }：{ $what }
fault-item = ・{ $what }
count-empty = 空きマス
count-top-gaps = 上部の抜け
count-used = 使用した石
count-held = 残りTSUYAMA
count-unused = 使わなかった石
fault-unspecified = このプログラムの知らない理由で拒否されました。新しい版をお試しください

fault-unauthenticated = 有効なトークンがありません
fault-token-revoked = このトークンは失効しています。運営から新しいトークンを受け取ってください
fault-permission-denied = このトークンでは実行できません。{ $needs }のトークンが必要です
fault-unknown-game = このトークンで参照できる試合{ $game }はありません
fault-no-game-named = 試合が指定されていません
fault-game-stopped = この試合は停止しています（理由はサーバーのログに出ています）。サーバーの再起動後に再開します
fault-journal-failed = サーバーが記録できなくなりました（多くはディスクがいっぱいです。サーバーのログに出ています）。試合も時計も止まっています。サーバーの再起動後に再開します
fault-game-damaged = 試合{ $game }は、サーバーのディスクにある記録が壊れているため、続けられません。運営が写しから戻します
fault-busy = サーバーが混み合っています。何も変更されていませんので、もう一度お試しください
fault-several-games = 試合がいくつもあります。--gameで1つを指定してください（例：{ $games }）
fault-missing-field = { $field }がありません
fault-missing-text = 本文が空です
fault-missing-field-number = { $field }がないか0です。{ $least }から数えます
fault-bad-field = { $field }の値が不正です
fault-bad-field-too-long = { $field }は{ $characters }文字あります。最大は{ $most }文字です
fault-bad-field-sign = { $field }の{ $place }文字目に{ $sign }があります。制御文字や改行のない一行で書いてください
fault-bad-field-invisible = { $field }は{ $invisible }文字ありますが、目に見える文字がありません
fault-bad-field-value = { $field }に{ $value }は指定できません
fault-bad-field-signs = { $field }は{ $value }にできません。使えるのは{ $signs }で、先頭に - は置けません
fault-from-the-future = サーバーにあるこの試合の記録は、ここで見た内容より前で終わっています（要求は{ $value }番、可能なのは{ $most }番まで）。別のフォルダーか古い写しで動いています
fault-bad-field-most = { $field }に{ $value }は指定できません。最大は{ $most }です
fault-game-elsewhere = 試合{ $game }はサーバー{ $address }が担当しています
fault-game-nowhere = 試合{ $game }を担当しているサーバーが今はありません。少し待ってからお試しください
fault-unserved = 今は担当しているサーバーがありません。引き継がれるまでお待ちください
fault-unknown-server = サーバー{ $server }は今ありません
fault-window-open = 試合{ $game }は受付中です。サーバーを移せるのは受付が終わってからです
fault-single-server = この大会を担当できるサーバーはこの1台だけです
fault-server-stopping = サーバーを停止しています。しばらくしてからお試しください
fault-already-started = 試合{ $game }はすでに始まっています
fault-other-journal = この写しは、このサーバーの記録簿のものではありません（試合{ $stream }の記録{ $sequence }から異なります）。写しを別に保存し、空のフォルダーで新しく始めてください
fault-wrong-seats = 試合{ $game }には異なる{ $seats }チームが必要ですが、指定されたのは{ $named }チームです
fault-wrong-seats-any = 試合{ $game }には異なる2から16チームが必要ですが、指定されたのは{ $named }チームです
fault-no-spare = 試合{ $game }には予備の試合がありません

fault-unknown-team = チーム{ $team }はこの試合にいません
fault-unknown-lot = 石{ $lot }はこの試合にありません
fault-unknown-lot-similar = 石{ $lot }はこの試合にありません。{ $similar }のことですか
fault-not-yours = { $team }は自チームの操作しかできません
fault-disqualified = { $team }は失格中か、次の入札からの復帰です
fault-wrong-phase = 今は実行できません。現在の状態：{ $phase }
fault-paused = 試合は一時停止中です。再開後にもう一度お試しください
fault-not-paused = 試合は一時停止していません
fault-wrong-round = 第{ $named }回に対する操作ですが、対象は第{ $current }回です
fault-wrong-attempt = { $named }度目の入札に対する操作ですが、無効となりました。有効なのは{ $current }度目です
fault-wrong-wave = { $named }回目の再入札に対する操作ですが、受付中なのは{ $current }回目です
fault-late = 締切時刻ちょうどに受信したため、間に合いませんでした
fault-late-by = 締切の{ $late }後に受信したため、間に合いませんでした
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
fault-already-submitted = { $team }から先に提出されたため、入力しませんでした。置き換えるには、もう一度提出してください
fault-wall-changed = 別のパソコンまたは運営によって石垣が先に変更されています。変更しようとした版：{ $named ->
        [0] 未着手
       *[other] { $named }
    }、現在の版：{ $current ->
        [0] 未着手
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
fault-stale-settlement = 表示後に結果が変わりました。もう一度確かめてから確認してください
fault-not-by-hand = チームの代行入力ができるのは運営だけです
fault-bad-count = { $figure }：{ $counted }は入力できません（{ $least }から{ $most }まで）
fault-bad-count-of = { $team }の{ $figure }：この試合では{ $counted }になりません（{ $least }から{ $most }まで）
fault-no-stones = 石が指定されていません
fault-nothing-to-extend = 延長できる受付やカウントダウンがありません
fault-bad-extension = 延長は0より長く1時間以内です（{ $span }は指定できません）
fault-too-many-questions = { $team }の質問{ $waiting }件が回答待ちです（上限は{ $most }件）
fault-too-many-messages = メッセージが多いため、受け付けられません（上限は既読を含めて{ $most }件）
fault-unknown-question = { $team }の質問{ $question }はありません
fault-already-answered = { $team }の質問{ $question }には、すでに回答があります。その回答を確かめ、直すべきなら訂正してください
fault-answer-corrected = { $team }の質問{ $question }の回答は、その間に訂正されています。今の回答を確かめてから、もう一度訂正してください
fault-unknown-message = { $team }のメッセージ{ $named }はありません（全{ $told }件）

fault-too-many-bids = { $lines }件の入札がありますが、最大入札石数は{ $max_bids }です
fault-too-many-of-lot = { $lot }に{ $lines }件の入札がありますが、残りは{ $copies }個です
fault-no-copy-on-offer = { $lot }は残っていません
fault-below-min = { $lot }の価格{ $price }は最低価格{ $min_price }を下回っています
fault-over-budget = 入札の合計は{ $total } TSUYAMAですが、保有は{ $held }です

fault-duplicate-line = 優先順位{ $line }が2回指定されています
fault-line-not-tied = 優先順位{ $line }は同額の入札ではありません
fault-not-above = { $lot }の価格{ $price }は初回の同額{ $tied_at }を越えていません
fault-over-rebid-budget = 再入札の合計は{ $total } TSUYAMAですが、この再入札の上限は{ $budget }です

# The server's limits.
crowd-token = このトークン
crowd-address = このアドレス
crowd-unauthenticated = トークンなし
crowd-server = サーバー全体
fault-too-many-calls = 同時に処理中の呼び出しが多すぎます（{ $of }の上限は{ $most }件）。何も変更されていませんので、{ $wait }後にもう一度お試しください
fault-too-fast = 呼び出しの間隔が短すぎます（最初の{ $burst }件の後は毎秒{ $per_second }件まで）。何も変更されていませんので、{ $wait }後にもう一度お試しください
fault-message-too-large = メッセージが長すぎます。上限は{ $bytes }バイトです
fault-unreadable = 届いたデータはこの呼び出しのメッセージではありません
fault-timed-out = 呼び出しに{ $span }を超える時間がかかりました。実行されたかどうかを確認してから、もう一度お試しください
fault-slow-reader = 受信が遅れたため配信を終了しました。{ $from_sequence }番から再開できます
fault-slow-standby = 予備機が{ $span }の間受信しなかったため、複写を終了しました。写しはそこまで完全で、続きから再開します

fault-several-events = 候補の大会が複数あります。--event で1つを指定してください（例：{ $events }）
fault-no-event = 大会はまだありません
fault-unknown-event = { $event }という大会はありません
fault-event-exists = { $event }という試合または大会がすでにあります
fault-wrong-stage = 今はできません：{ $stage }
stage-roster = 名簿はまだ変更できます
stage-committed = 名簿は確定し、抽選の数字を待っています
stage-reception = 受付中です
stage-between = 第{ $round }回戦の組み合わせ前です
stage-playing = 第{ $round }回戦の対局中です
stage-group-reception = 第{ $stage }ステージの受付中です
stage-group-playing = 第{ $stage }ステージの試合中です
stage-named-reception = { $stage }：受付中
stage-named-playing = { $stage }：試合中
stage-over = すべての試合が終わりました
stage-declared = 最終順位は発表済みです
stage-abandoned = 大会は中止されました
fault-not-the-referee = 裁定は審判員だけができます
fault-unknown-player = { $player }はいません
fault-unknown-seed-class = { $player }のシードの区分がありません
fault-too-few-players = 出場者は{ $present }人です。{ $fewest }人以上必要です
fault-too-many-players = 名簿は{ $players }人です。この総当たりで全員が対局できるのは{ $most }人までです
fault-draw-stands = この数字による抽選は確定しています。別の数字にするには大会を中止し、同じ設定と名簿で作り直します
fault-attendance-stands = 抽選の数字が入力済みです。{ $player }の出欠を変えるには、理由を添えた審判員の裁定が必要です
fault-attendance-stands-team = { $team }は数字の入力時に欠場だったので、出場に戻せません
fault-bad-digits = { $nth }番目の抽選の結果は0から9までの数字ちょうど{ $digits }桁です
fault-wrong-results = 抽選は{ $lotteries }つですが、結果は{ $results }つです
fault-result = 対戦カードの内容が1つの対局として成り立ちません
fault-result-not-a-player = { $player }はこの対局の2人のどちらでもありません
fault-result-forfeit-with-discs = 不戦敗の対局に石数はありません
fault-result-forfeit-with-moves = 不戦敗の対局に{ $moves }手の棋譜があります
fault-result-not-64 = 石数の合計が{ $sum }で、64になりません。空きマスは勝者の石に数えます
fault-result-loser-has-more = 敗者の石のほうが多くなっています：{ $winner_discs }対{ $loser_discs }
fault-result-draw-win-lost = 32対32は引き分け勝ちの権利を持つ人の勝ちですが、敗者が権利を持っています
fault-result-draw-win-unnamed = 32対32は引き分け勝ちの権利を持つ人の勝ちです。権利を持つ選手を記入してください
fault-result-both-flags = 両者時間切れは引き分け勝ちの権利を持つ人の勝ちですが、敗者が権利を持っています
fault-result-illegal-move = { $move }手目は打てません
fault-result-not-finished = { $moves }手では終局していません
fault-result-other-score = 棋譜は黒{ $black }、白{ $white }で終わり、結果が違います
fault-result-not-the-last-mover = 終局後の時間切れは、最後に打った人だけに認められます
fault-slip = このくじが引かれたはずはありません
fault-slip-no-slips = この大会ではくじを引きません。シードの番号は抽選で決まります
fault-slip-not-a-seed = { $player }はシードではありません
fault-slip-absent = { $player }は欠場で、くじを引きません
fault-slip-not-a-slip = { $player }が引くくじに{ $number }番はありません
fault-slip-drawn = { $player }はもうくじを引きました。訂正するには、いったん欠場にしてから出場に戻します。数字の入力後は審判員の裁定で行います
fault-slip-taken = { $number }番のくじは他の人が引きました
fault-slip-left = { $player }はまだくじを引いていません
fault-results-open = 第{ $round }回戦の結果が{ $open }局分まだです
fault-results-entered = 第{ $round }回戦には結果が{ $entered }局分あるため、組み合わせを取り消せません。結果を裁定で改めてください
fault-pairs = 組が正しくありません
fault-pairs-none = 組を1つ以上指定してください
fault-pairs-same-player = { $player }を自分自身と組ませることはできません
fault-pairs-twice = { $player }が2つの組に入っています
fault-pairs-not-in-pool = { $player }はこの回の組み合わせに入りません（欠場、棄権、欠席、またはリーグ1位）
fault-pairs-different-pools = { $player }と{ $other }は別のリーグにいます
fault-unknown-table = この回に卓{ $table }はありません
fault-not-at-table = { $player }はこの回、卓{ $table }の対局者ではありません
fault-not-paired = { $winner }と{ $loser }はこの回に対戦しません
fault-already-entered = この対局には結果があります（記入{ $entry }）。改められるのは審判員の裁定だけです
fault-entry-taken-back = 記入{ $entry }の結果は裁定で取り消されています
fault-later-round-paired = 第{ $current }回戦を組み合わせた後なので、第{ $round }回戦の結果は訂正しかできません
fault-no-such-entry = 記入{ $entry }はありません
fault-built-upon = この結果をもとに{ $playoff }の組み合わせが決まっています
fault-cannot-withdraw = { $player }は途中棄権も欠席もできません（欠場、棄権済み、欠席、リーグ1位、または最終リーグ戦の組み合わせ後）
fault-nobody-left = { $league }リーグには誰も残っていません。審判員が1位を決めます
fault-nothing-to-rule = { $league }リーグには指名も確認も必要ありません
fault-cannot-be-first = { $player }はこのリーグの1位になれません
fault-too-wide = 勝数が離れすぎていて組み合わせを作れません
fault-bad-config = この設定では大会になりません：{ $field }（{ $why }）
fault-bad-roster = 名簿になっていません：{ $field }
fault-bad-roster-long-id = 名簿の{ $line }行目のIDは{ $characters }文字です。{ $most }文字までです（{ $field }）
fault-bad-roster-empty-id = 名簿の{ $line }行目にIDがありません（{ $field }）
fault-bad-roster-same-id = 名簿の{ $line }行目のID { $value }は、前の行と同じです（{ $field }）
fault-bad-roster-control = 名簿の{ $line }行目に制御文字があります（{ $field }）
fault-bad-roster-seed-class = 名簿の{ $line }行目のシードの区分「{ $value }」はプランにありません（{ $field }）。あるもの：{ $known }
fault-bad-roster-line = 名簿の{ $line }行目が正しくありません：{ $field }
fault-too-few-teams = 名簿のチームは{ $teams }です。少なくとも{ $fewest }チーム必要です
fault-unknown-guest = 第{ $stage }ステージの招待チーム（{ $guest }番目）が名簿にありません
fault-never-plays = { $team }は招待チームではなく、名簿のチームが出るステージもありません
fault-not-of-stage = { $team }は第{ $stage }ステージに出ません
fault-groups-of-few = { $teams }チームではグループを作れません
fault-groups-of-absent = 第{ $stage }ステージの{ $of }チームのうち、いるのは{ $teams }チームです。試合には{ $fewest }チームが要ります。来たチームを出場に直すか（absent TEAM --present。数字の入力時に欠場だったチームは直せません）、試合なしで抽選してください（draw-groups { $stage } --without-game）
fault-groups-target = グループの目安は4〜8チームです（{ $target }）
fault-bad-groups = { $groups }グループでは各グループが2〜16チームになりません
fault-no-scenario = 第{ $stage }ステージには{ $teams }チーム用のシナリオがありません
fault-no-group-game = 第{ $stage }ステージのグループ{ $group }にその試合はありません
fault-game-served = 第{ $stage }ステージのグループ{ $group }の試合は、審判長が結果を確定したときにサーバーが集計します
fault-already-counted = 第{ $stage }ステージのグループ{ $group }の結果は入力済みです。変えられるのは審判員だけです（結果を取り消して予備の試合を行うには replace-game --counted）
fault-other-teams = 結果のチームが第{ $stage }ステージのグループ{ $group }と一致しません
fault-bad-order = じゃんけんの順（{ $order }番目）は、同順位の全チームのものではありません
fault-no-group-spare = 第{ $stage }ステージのグループ{ $group }には予備の試合がありません
fault-no-group-spare-left = 第{ $stage }ステージのグループ{ $group }は、すでに予備の試合を行っています。予備はほかにありません
fault-no-janken = 指定されたチームは、第{ $stage }ステージの同順位のチームの組と一致しません
fault-games-open = 第{ $stage }ステージに結果のない試合があります：{ $open }
fault-games-running = 第{ $stage }ステージのグループ{ $group }の試合がまだ続いているため、このステージを締め切れません。少し後でもう一度試してください
fault-janken-missing = 第{ $stage }ステージに同順位のじゃんけんが残っています：{ $sets }
fault-stage-built-upon = このステージから第{ $stage }ステージの抽選をしました
fault-other-stage = 第{ $named }ステージが指定されましたが、今は第{ $current }ステージです
fault-not-in-groups = グループ制の大会では行えません
fault-of-another-kind = リーグ制の大会では行えません

# === end of faults ===

### === usage ===
# コマンドラインの誤り。{ $argument }と{ $arguments }はヘルプの表記のとおり。

usage-error = エラー：{ $what }
usage-line = 使い方：{""}
usage-options = オプション：{""}
usage-more = 詳しくは --help をご覧ください。
usage-because = { $what }。{ $why }
usage-suggestion = { $what }。{ $suggested } のことですか
usage-missing = 必要な指定がありません：{ $arguments }
usage-no-command = コマンドを指定してください
usage-unknown-command = { $command } というコマンドはありません
usage-unexpected = { $argument }を置く場所がありません。空白を含む文は引用符で囲んでください
usage-unknown-or-text = { $argument }はここにはありません。「-」で始まる文は -- の後に、オプションには --オプション=文 の形で書いてください
usage-unknown-place = { $argument } はここでは使えません。{ $place } はオプション名を付けずに、そのまま書きます
usage-unknown = { $argument } はここでは使えません
usage-twice = { $argument } が2回以上指定されています
usage-conflict = { $argument } と { $other } は同時に指定できません
usage-conflict-any = { $argument } は他の指定と同時に使えません
usage-no-value = { $argument } の値がありません
usage-not-one-of = { $argument } に「{ $value }」は指定できません。次のいずれかを指定します：{ $values }
usage-bad-value = { $argument } に「{ $value }」は指定できません
usage-too-many-values = 「{ $value }」は { $argument } には余分です
usage-too-few-values = { $argument } には値が{ $least }個以上必要です
usage-number-of-values = { $argument } には値が{ $wanted }個必要です
usage-no-equals = { $argument } の値は = の後に書きます
usage-no-text = UTF-8の文字列でない引数があります
shared-other = { $what }
doctor-lint = { $what }
usage-form-url = サーバーは https://HOST:PORT の形で指定します
usage-form-fingerprint = 指紋は4文字ずつ8組です（例：0123-4567-89ab-cdef-0123-4567-89ab-cdef）
usage-form-head = 照合番号は先頭から16〜64桁の16進数です。ハイフンと空白は無視されます
usage-form-number = 整数を指定します
usage-form-stage = ステージは番号で指定します（最初は1）
usage-form-group = グループはステージ内の番号で指定します（最初は1）
usage-form-range = { $least }から{ $most }までの整数を指定します
usage-form-discs = 石の数は「勝者:敗者」の形で指定します（例：40:24）
usage-form-team-count = 数えた結果は TEAM=EMPTY,GAPS,LEFT,USED,UNUSED か TEAM=out の形で指定します
usage-form-line-id = 行のIDは GAME/INSTANCE/SEQUENCE の形です
usage-form-seconds = 0より大きく86400以下の秒数を指定します
usage-form-address = アドレスは IP:PORT の形で指定します（例：127.0.0.1:7150、[::1]:7150）
location-unknown-scheme = { $scheme }:// に記録簿は置けません。記録簿は contest.db のようなファイルか、データベース postgres://USER@HOST/DATABASE です
location-not-a-url = データベースの指定です。{ $spelling } の形で指定してください（この名前のファイルを指定する場合は ./名前）
location-empty = 記録簿は contest.db のようなファイルか、データベース postgres://USER@HOST/DATABASE です
usage-form-database = postgres://USER@HOST/DATABASE か、リハーサル専用の postgres または postgres-pair を指定します。--journal がなければファイルです
usage-form-no-command = コマンドがありません
usage-form-rule = ルール番号はA5やTD7の形です。番号なしで実行するとすべてのルールを表示します
usage-form-open-quote = 引用符が閉じていません
usage-form-one-of = 指定できるのは{ $names }です
usage-form-code-length = コードは{ $expected }文字ですが、{ $found }文字あります
usage-form-code-group = コードの第{ $group }組に誤りがあります

# === end of usage ===

### === cli ===
# team-client: labels and lines of the commands.

cli-game-waits = 受け付けられません：{ $game }はまだ開始されていません。開始するコマンド：judge-tui start { $game }
cli-start-selection = 結果から決まる{ $game }のチーム：{ $selected } / { $seats }
cli-start-not-determined = 結果から決まる{ $game }のチームは{ $seats }のうち{ $selected }です。チームを指定してください：judge-tui start { $game } TEAM...
cli-start-no-open-seats = { $game }は、チームを選んで始める試合ではありません。judge-tui games で確かめてください。
cli-refused = 受け付けられません：{""}
cli-token-revoked = 拒否されました：このトークンは失効しています。運営から新しい用紙を受け取り、team-client join { $server } を実行してください。
cli-unanswered = サーバー{ $server }が応答しません（{ $code }）。
cli-unknown-answer = サーバーの応答{ $code }の理由が、このプログラムにはわかりません。サーバーと同じ版を使ってください。
cli-broken-feed = 試合の経過を追えません：{ $what }
cli-no-output = 出力できません：{ $what }
cli-not-in-game = このトークンのチーム{ $team }は、この試合に参加していません。
cli-in-no-game = チーム{ $team }の試合はまだありません。抽選が行われると始まります。
cli-no-terminal = ここには画面を出せる端末がありません。ほかのコマンド（status、bid、watch など）は端末なしで使えます。
cli-listen = ポート{ $port }で待ち受けられません：{ $why }。--portを付けなければ、空いているポートを使います。
screen-no-terminal = ここには画面を表示できる端末がありません
cli-no-program = ボットのプログラム{ $program }を起動できません：{ $why }
cli-no-token = トークンがありません。--token または --token-file で指定するか、ISHIGAKI_TOKEN を設定するか、join したフォルダー（judge-tui join、team-client join）で実行してください。
cli-empty-token = トークンのファイル（{ $file }）は空です。サーバーの担当者が作り直すか（ishigaki-server token reissue 名前 --folder フォルダー）、用紙の一行でもう一度 join してください。
cli-bad-token = トークンの形式が正しくありません。英数字と記号からなる一語で、ファイルにはトークンのみ、または持ち主の名前（チームのコードなど）とトークンを書きます。
cli-token-overridden = このフォルダーのtokenではなく、環境変数{ $variable }のトークンを使います。tokenを使うには{ $variable }を解除してください。
cli-token-file = { $file }を読み込めません：{ $what }
cli-bad-bid = { $line }番目の入札「{ $given }」：L:12 のように、石:価格 の形で入力してください。
cli-bad-raise = { $line }件目の再入札「{ $given }」：1:14 のように、優先順位:新しい価格 の形で入力してください。
cli-bad-stone = STONE「{ $given }」：L-2 のように、石の種類-番号 の形で入力してください。
cli-bad-square = --cells「{ $given }」：3,0 のように、行,列 の形で入力してください。
cli-bid-sealed = 入札しました（第{ $revision }版）：{ $bids }件、保有{ $held } TSUYAMAのうち{ $total }。締切まで変更できます。
cli-announce-no-games = このトークンで参照できる試合ではありません：{ $games }。空白を含む文は引用符で囲んでください。
cli-announced-in-part = { $told }には伝えました。{ $untold }にはまだ伝えていません。残りの試合だけを指定してください。
cli-announced = 試合{ $game }の全チームにお知らせしました。
cli-announced-to = 試合{ $game }の{ $teams }にお知らせしました。
cli-bid-declined = この回の入札を辞退しました（第{ $revision }版）。締切まで変更できます。
cli-rebid-sealed = 再入札しました（第{ $revision }版）：{ $raises }件、合計{ $total } TSUYAMA。
cli-rebid-passed = 再入札を見送りました（第{ $revision }版）。同額の石はあきらめます。
cli-placed = { $stone }を置きました。
cli-taken-out = { $stone }を外しました。
cli-enter-slip = 読み取れません：{ $what }。
cli-enter-file = { $file }を読めません：{ $what }。
cli-enter-nothing = 入力がありません。辞退、パス、石垣の取り消しには --none を付けてください。
cli-event-done = { $event }：{ $what }。
cli-event-about = { $what }（{ $whom }）
event-preview-nothing = 組み合わせ、数値、順位は変わりません。
event-preview-by-rules = 規則どおりの組み合わせと比べると：
event-preview-cost = 不戦勝の重複{ $byes }、再戦{ $rematches }、勝数差：{ $gaps }
event-preview-pool = { $pool }（TP3）：{ $after }。規則どおりなら：{ $before }
event-subject-slip = { $player }、{ $number }番
event-subject-result = 第{ $round }回戦、{ $winner }が{ $loser }に勝ち
event-subject-staying = リーグ1位のため途中棄権は無効（TF5）：{ $players }
event-subject-entries = { $count }件
event-subject-seeds = シード：{ $seeds }
event-subject-women = 女性：{ $count }名
event-subject-own = 独自の列：{ $columns }
cli-event-done-create = 大会を作成しました
cli-event-done-roster = 名簿を登録しました
cli-event-done-commit = 設定と名簿を確定しました（TV1）
cli-event-commitment = 公表するハッシュ値：{ $commitment }
cli-event-commitment-fixed = 名簿と設定のハッシュ値（TV1）：{ $commitment }
cli-event-done-digits = 抽選の数字を入力しました。番号が決まります（TD2）
cli-event-done-leagues = 受付を締め切り、リーグを編成しました（TL）
cli-event-done-pair = 組み合わせを作成しました（TP）
cli-event-done-abandon = 大会を中止しました
cli-event-done-declare = 最終順位を発表しました（TE）
cli-event-done-absent = 欠場として記録しました（TD7）
cli-event-done-present = 出場として記録しました（TD7）
cli-event-done-slip = くじの番号を記録しました（TD6）
cli-event-done-withdraw = 次の組み合わせから途中棄権となります（TW1）
cli-event-done-unpair = 組み合わせを取り消しました（TV3）
cli-event-done-pair-by-ruling = 裁定による組み合わせを作りました（TV3）
cli-event-done-excuse = 次の回は欠席となります（TV3）
cli-event-done-result = 結果を入力しました（TO9）
cli-event-done-reopen = 結果を取り消しました。この対局はやり直しです（TV3）
cli-event-done-overrule = 裁定が結果に代わります（TV3）
cli-event-done-name-first = リーグ1位を指名しました（TF4）
cli-event-done-confirm-first = リーグ1位を確認しました（TF4）
cli-event-done-rule = 裁定を記録しました（TV3）
cli-event-done-draw-groups = グループを抽選しました（TG2）
cli-event-done-close-stage = ステージを終えました（TG4）
cli-event-done-janken = じゃんけんの順を入力しました（TG4）
cli-event-done-announce = 会場の画面とスマートフォンにお知らせを出しました（TV4）
cli-event-done-call = 会場の画面と本人のスマートフォンで選手を呼び出しました（TV4）
cli-event-done-replace-game = 予備の試合に代えました（G4）
cli-event-done-count = 試合を集計しました（E4）
cli-event-done-overrule-game = 裁定が試合の結果に代わります（TV3）
cli-event-done-overrule-digits = 裁定がくじの結果に代わり、番号が決まります（TD8、TV3）
cli-event-done-overrule-janken = 裁定がじゃんけんの順に代わります（TV3）
cli-event-of-leagues = リーグ方式の大会だけのコマンドです。
cli-event-of-groups = グループ方式の大会だけのコマンドです。
cli-event-open-games = 未集計の試合：{ $games }
cli-event-next = 次：{ $step }
cli-event-first = 先に：{ $step }
event-step-by = { $step }：judge-tui event { $command }
event-step-roster = 名簿の登録（TD4）
event-step-commit = 設定と名簿の確定（TV1）
event-step-digits = くじの結果の入力（TD2）
event-step-leagues = 受付の締切とリーグ分け（TL）
event-step-pair = 第{ $number }回戦の組み合わせ（TP）
event-step-results = 第{ $number }回戦の残りの結果の入力（TO9）
event-step-draw-groups = 第{ $number }ステージのグループの抽選（TG2）
event-step-games = 第{ $number }ステージの結果のない試合。結果が確定すると集計されます（E4）：{ $games }
event-step-janken = じゃんけんの順の入力、上位から（TG4）：{ $teams }
event-step-close-stage = 第{ $number }ステージの終了（TG4）
event-step-declare = 最終順位の発表（TE）
cli-event-none = 大会はありません。
shared-heading-event = 大会
cli-event-head-stage = 状況
cli-event-shown = { $event }、{ $title }：{ $stage }。名簿{ $entrants }名
cli-event-shown-teams = { $event }、{ $title }：{ $stage }。名簿{ $entrants }チーム
cli-event-absent-are = 欠場：{ $players }
event-drawing = { $groups ->
    [0] グループはありません。
   *[other] { $groups }グループ（チーム数：{ $sizes }）。
}
event-drawing-all = 欠場はありません。
event-drawing-absent = 欠場：{ $teams }。
cli-event-open = 結果未入力：{ $one } – { $other }
cli-event-printed = 書き込みました：{ $files }
cli-event-no-player = この大会に、番号、ID、名前の一部が「{ $named }」の選手はいません。
cli-event-no-pair = 「{ $pair }」は組になっていません。12:15のように、2人をコロンでつないでください。
cli-event-no-team = この大会に、IDか名前の一部が「{ $named }」のチームはありません。
cli-event-several-players = 「{ $named }」に当たる選手が複数います：{ $players }。番号かIDで指定してください。
cli-event-several-teams = 「{ $named }」に当たるチームが複数あります：{ $teams }。IDで指定してください。
cli-event-no-group = 第{ $stage }ステージに、抽選されたグループ{ $group }はありません。
cli-event-not-in-group = { $team }は{ $stage }のグループ{ $group }にいません。ほかのステージは --stage で指定します。
cli-event-counted-twice = { $team }が2回指定されています。
cli-event-not-counted = 次のチームの集計がありません：{ $teams }
cli-event-no-result = この二人には、裁定で代えられる結果がこの回にありません。
cli-event-nothing-to-print = 印刷できるものはまだありません。
cli-event-no-stage = 第{ $stage }ステージはありません。ステージは1から{ $stages }までです。
cli-event-not-drawn = { $stage }のグループはまだ抽選されていません。
cli-stones-checked = 受け取りを確認しました：{ $stones }。
cli-stones-none-unchecked = 未確認の石はありません。
cli-asked = 質問{ $question }として送りました。回答はメッセージに届きます：team-client messages。質問したチームは、結果の確定まで審判長と運営のほかには公開されず、確定後は公開記録に残ります。
cli-messages-none = チームへのメッセージはまだありません。
cli-message = { $text }
cli-message-to-one = このチームだけへのお知らせ：{ $text }
cli-message-answer = 質問{ $question }「{ $asked }」への個別回答：{ $text }
cli-questions = チームの質問：
cli-question-waits = { $question }. { $text }（回答待ち）
cli-question-unanswered = { $question }. { $text }（回答なしで終了）
cli-question-answered = { $question }. { $text }（個別に回答済み）
cli-question-answered-to-all = { $question }. { $text }（全チームに回答済み）
cli-question-corrected = { $question }. { $text }（個別に回答済み、訂正あり）
cli-question-corrected-to-all = { $question }. { $text }（全チームに訂正して回答済み）
cli-answered = 試合{ $game }の{ $team }の質問{ $question }に、個別に回答しました。結果の確定後は、質問者とともに公開記録に残ります。
cli-answered-to-all = 試合{ $game }の{ $team }の質問{ $question }に、質問者を伏せて全チームに回答しました。結果の確定後は、公開記録に質問者が残ります。
cli-answer-correct = { $refused }（judge-tui questions で確かめ、訂正するには --correct を付けてください）
cli-answer-none = { $team }の質問{ $question }には訂正する回答がありません。まだ回答待ちです。--correct なしで回答してください。
cli-questions-none = 試合{ $game }には質問がありません。
cli-question-state-waiting = 回答待ち
shared-question-state-unanswered = 回答なし
cli-question-state-answered = 回答済み
cli-question-state-answered-to-all = 全員に回答済み
cli-question-head-question = 質問
cli-question-head-asked-at = 時刻
cli-question-head-read = 既読
cli-question-read = 既読
cli-question-unread = 未読
cli-connection-lost = サーバーに接続できません。再接続しています…
cli-connection-back = サーバーに再び接続しました。
contact-connecting = 接続中…
contact-catching-up = 接続済み、経過を受信中…
contact-live = 接続済み
contact-lost = 接続断{ $time }、再接続中
contact-closed = 配信なし
contact-closed-why = 配信なし：{ $why }
contact-astray = 表示が誤っている恐れ：再起動してください
contact-unproved = サーバーの署名ではありません：信用しないでください
contact-journal-failed = サーバーの記録が失敗：試合は停止中
contact-unserved = 担当サーバーなし：引き継ぎ待ち
contact-stopped = 試合は停止中（サーバー側の理由）
cli-watching = { $server }の試合{ $game }を見ています（Ctrl-Cで終了）。
cli-lots-round = 第{ $round }回：最大入札石数{ $bids }、最大落札石数{ $wins }、保有{ $held } TSUYAMA
cli-lots-gone = 残りなし：{ $lots }
cli-head-lot = 石
cli-head-copies = 残り
cli-head-min-price = 最低価格
cli-head-squares = マス数
cli-head-shape = 形
cli-head-line = 優先順位
cli-head-price = 価格
cli-head-outcome = 結果
cli-head-stone = 石
cli-head-laid = 位置
cli-head-place = 順位
cli-head-team = チーム
cli-head-empty = 空き
cli-head-top-gaps = 上部の抜け
cli-head-held = TSUYAMA
cli-head-used = 使用
cli-head-unused = 未使用
cli-head-decided = 次の順位との差
cli-round = 第{ $round }回
cli-attempt = { $attempt }度目
cli-time-left = 残り{ $time }
cli-paused = 一時停止中
cli-held = 保有 { $held } TSUYAMA
cli-disqualified = 失格：{ $reason }
cli-nothing-sealed = まだ入札していません。
cli-sealed-decline = 辞退しています（第{ $revision }版）。
cli-sealed-list = 提出済みの入札（第{ $revision }版、合計{ $total } TSUYAMA）：
cli-tied = 同額の石です。再入札は初回の価格を越え、合計{ $budget } TSUYAMA以内です：
cli-no-rebid-sealed = まだ再入札していません。
cli-sealed-pass = 再入札を見送りました。
cli-sealed-rebid = 提出済みの再入札：{ $raises }
cli-no-stones = 手元に石はまだありません。
cli-not-laid = 置いていません
cli-laid-at = { $row }行{ $col }列{ $turn ->
        [0] {""}
        [1] （右に90度回転）
        [2] （180度回転）
       *[other] （右に270度回転）
    }（0から数えて）
cli-wall = 空き{ $empty }マス、うち上部{ $gaps }マス。使用{ $used }個、未使用{ $unused }個
cli-results-final = 第{ $round }回：
cli-results-open = 第{ $round }回（未確定）：
cli-results-void = 第{ $round }回、{ $attempt }度目（無効）：
cli-results-none = 入札していません。
cli-results-declined = 辞退しました。
cli-results-absent = この回は不参加でした（E3）。
cli-standings = 順位：
cli-bot-sealed = （ボット）{ $bids }件入札しました
cli-bot-declined = （ボット）この回の入札を辞退しました
cli-bot-raised = （ボット）{ $raises }件再入札しました
cli-bot-passed = （ボット）再入札を見送りました
cli-bot-built = （ボット）{ $stones }個の石で石垣を組み直しました
cli-bot-began = 試合{ $game }を始めます。
cli-bot-tried = （ボット）第{ $round }回に、仮の入札をしました
cli-bot-refused = （ボット）受け付けられません：{""}
cli-bot-left-alone = （ボット）同じチームの別の人が提出済みのため、そのままにします
cli-bot-failed = （ボット）決定なし：{ $what }
bot-late = { $limit }ミリ秒以内に答えがありません
bot-out-of-time = 1試合の持ち時間{ $limit }ミリ秒を使い切りました。以後は決定しません
bot-ended = プロセスが終了しました（{ $status }）
bot-not-started = プロセスを起動できません：{ $what }
bot-wrong-answer = 質問への答えになっていません：{ $what }
bot-flooded = 出力が多すぎます。以後は決定しません
bot-not-reading = 入力を読みません。以後は決定しません
bot-out = この試合では以後決定しません
cli-fingerprint = サーバーの指紋：{ $fingerprint }
cli-receipt-wrong = サーバーの受領証が正しくありません：{ $what }。送信した内容は提出済みかもしれませんが、証明できません。審判に知らせてください。
cli-receipt-not-kept = 受領証を{ $file }に保存できません：{ $what }。入札は提出済みです。受領証の保存は次のコマンドで再び試みます。
receipt-fault-absent = 受領証がありません
receipt-fault-no-key = どの鍵で、同じ名前のどの試合について署名するのかを、サーバーが示していません
receipt-fault-malformed = { $field }の形が正しくありません
receipt-fault-other = { $field }が{ $expected }ではなく{ $found }です
receipt-fault-other-list = コミットメントが、送信したリストのものではありません
receipt-fault-signature = 署名が正しくありません：{ $why }
receipt-fault-twice = 同じ番号（{ $counter }）の受領証がもう1通あります
receipts-missing = 提出したものがサーバーから失われています：試合{ $game } 第{ $round }回{ $attempt ->
        [1] {""}
       *[other] 、{ $attempt }度目
    }{ $wave ->
        [0] {""}
       *[other] 、{ $wave }回目の再入札
    }。署名入りの受領証（{ $counter }番）は第{ $revision }版、サーバーにあるのは{ $held ->
        [0] なし
       *[other] 第{ $held }版
    }です。受付中ならもう一度提出し、審判を呼んで受領証を見せてください。
receipts-lost = 受領証の入札が失われました：試合{ $game } 第{ $round }回{ $attempt ->
        [1] {""}
       *[other] 、{ $attempt }度目
    }{ $wave ->
        [0] {""}
       *[other] 、{ $wave }回目の再入札
    }。第{ $revision }版（受領証{ $counter }番）がサーバーにありません。受領証のフォルダーを残し、審判長に伝えてください。
cli-receipt-altered = { $file }：{ $counter }番の受領証が書き換えられています（署名が一致しません）。もう1台のファイルを使ってください。
receipts-unread = { $file }を読めません：{ $what }
receipts-no-receipt = { $file }の{ $line }行目は、保存された受領証ではありません
feed-error-gap = 配信の{ $expected }番が来るはずのところに{ $item }番が来ました
feed-error-out-of-place = 配信の{ $item }番の順序が正しくありません
feed-error-unknown-kind = 配信の{ $item }番は、このプログラムの知らない種類です
feed-error-unreadable = 配信の{ $item }番を読めません：{ $what }
feed-error-disagreement = 配信の{ $item }番から導かれる内容が、サーバーとこのプログラムとで異なります
feed-error-unproved = 配信の{ $item }番：{ $what }
cli-transcript = { $file }に書き出しました：記録{ $records }件。
cli-transcript-event-open = 大会は終わっていません。これまでの記録です。
cli-transcript-open = 結果はまだ確定していません。現在公開されている範囲の記録です。
cli-checked = 試合記録を検証しました：{ $records }件が規則どおりで、サーバーの署名も正しく、このチームの入札{ $own }件もそのまま含まれています。
cli-file = { $file }：{ $what }
verify-key-of-join = --key にjoin用の指紋が指定されています。用紙にある指紋（verify用）を指定してください。
verify-which-key = --key に指定するのは用紙の指紋（verify用）で、joinで使うサーバーコードではありません。
verify-not-in-order = 不備があります：{ $what }
verify-in-order = 不備なし：試合{ $game }、{ $teams }チーム、記録{ $records }件。{ $ending }。
verify-declared = 結果は確定しています（E4）
verify-abandoned = 試合は中止されました（G4）
verify-open = 結果はまだ確定しておらず、この記録にない続きがあるかもしれません
verify-event-in-order = 不備なし：大会{ $event }、名簿{ $players }件、記録{ $records }件。{ $ending }。
verify-event-declared = 最終順位は発表済みです（TE）
verify-event-abandoned = 大会は中止されました（TV3）
verify-event-open = 大会はまだ終わっておらず、この記録にない続きがあるかもしれません
verify-event-rules = ルールに従って再計算：抽選、組み合わせ{ $rounds }回戦、結果{ $results }件。リーグ分けと順位は記録のとおりです。
verify-event-rules-groups = ルールに従って再計算：抽選、グループ分け{ $stages }ステージ、試合結果{ $results }件。進出と順位は記録のとおりです。
verify-event-commitment = 設定と名簿のハッシュを再計算（TV1）：{ $commitment }
verify-signer = 署名者を確認済み：{ $fingerprint }。
verify-no-signer = 署名者は未確認です。{ $fingerprint }をチーム用紙または会場表示と比べるか、--key で指定してください。
verify-chain = 連鎖と署名：署名付きの照合番号{ $heads }件、受領証{ $seals }件。
verify-openings = 開札：入札{ $lists }通（{ $bids }件）、再入札{ $waves }回（{ $rebids }通）。すべて提出されたときのままです。
verify-rules = 規則による再計算：確定{ $final }回、無効{ $void }回、配布した石{ $stones }個、石垣の変更{ $walls }件、審判の操作{ $acts }件。TSUYAMA・石垣・順位は記載のとおりです。
verify-notes-open = 結果の確定まで封のされた連絡と既読：{ $count }件。内容はまだ誰も確認できません。
verify-notes = 一部のチーム宛ての連絡と既読：{ $count }件。すべて封をしたときのままで、規則どおりです。
verify-unopened = 提出されたまま開札されず、内容を誰も確認できないもの：{ $count }通。
verify-unsigned = 末尾の署名のない行（誰が書いたか分かりません）：{ $count }行。
verify-game = 試合の作成：{ $time }、識別番号{ $instance }。
verify-taken-up = 作成後の引き継ぎ（再起動・予備機・複製）：{ $count }回。最後は第{ $epoch }期、{ $time }、記録{ $after }の後です。
verify-head = 最後の署名付き照合番号（記録{ $sequence }）：{ $head }
verify-head-noted = 指定された照合番号と一致します。
verify-head-earlier = 指定された照合番号は記録{ $sequence }のもので、それより後については何も保証しません。
verify-ranking = 順位：{ $rows }。
verify-ranked = { $place }位 { $name }（{ $team }）
verify-partial = 一部のみ確認：確認できた範囲に不備はありませんが、{ $gaps }。（--partial を付けると、これで良しとします。）
verify-gap-signer = 誰の鍵かが指定されていません（--key）
verify-gap-unsigned = 末尾に署名がありません
verify-gap-head = 指定された照合番号は最後のものではありません
verify-gap-own = ここにある受領証は同じ名前の別の試合のものです
cli-own-lists = 自チームの入札：チーム{ $team }の受領証{ $receipts }件はすべて記録にそのまま含まれ、そのうち開札された{ $opened }件の内容も変わっていません。
cli-own-uncovered = チーム{ $team }の提出で、ここに受領証がないもの（別のパソコンにあるかもしれません）：{ $count }件。
cli-own-none = 自チームの入札は未確認です：{ $folder }にこの試合の受領証がありません。
cli-own-other-game = 別の時に作成された、同じ名前の別の試合の受領証：{ $count }件。この記録は、その受領証の試合のものではありません。
cli-own-branch = 受領証{ $counter }は、この試合から分かれた別の系列のものです。第{ $epoch }期（識別{ $tag }）に発行されましたが、{ $found ->
    [none] この記録にその期はありません
   *[other] この記録のその期の識別は{ $found }です
 }。誰かが試合の記録簿の複製でサーバーを動かしました。
cli-own-cut-off = 第{ $epoch }期の提出{ $counter }は記録にありません。これを含まない記録簿から、第{ $next }期として試合が引き継がれました。
cli-own-left-out = 別のサーバーが署名したため除外した、同じ名前の試合の受領証：{ $count }件。
cli-own-not-in-order = チーム{ $team }について不備があります：{ $what }
cli-receipts = 受領証を使えません：{ $what }
cli-no-receipts = { $folder }に試合{ $game }の受領証がありません。
cli-own-foreign = 受領証{ $counter }は{ $expected }ではなく{ $found }のものです。
cli-own-other-key = 記録のサーバーの鍵は、受領証{ $counter }に署名した鍵と異なります。記録が書き直されたか、受領証が別のサーバーのものです。
cli-own-signature = 受領証{ $counter }の署名が正しくありません。
cli-own-other-list = 受領証{ $counter }は、一緒に保存された入札のものではありません。
cli-own-missing = 受領証{ $counter }の提出が記録にありません。
cli-own-differs = 記録の{ $line }行目の{ $field }が、受領証{ $counter }と異なります。
cli-own-opened-other = 記録の{ $line }行目で開札された入札が、受領証{ $counter }のものと異なります。
cli-own-foreign-sealing = 記録にこのチームの提出{ $counter }番がありますが、チームの画面には届いていません
cli-head-not-sent = 記録{ $sequence }の後に全員へ送られた照合番号が、記録にありません
cli-puzzle-field = { $field }：{ $what }
cli-puzzle-not-json = { $line }行目の{ $col }文字目がJSONとして読めません
cli-puzzle-missing = ありません
cli-puzzle-not-rows = { $found }は行の並びではありません
cli-puzzle-not-row = { $found }は # と . からなる行ではありません
cli-puzzle-not-stones = { $found }は石の並びではありません
cli-puzzle-not-id = { $found }は文字列ではありません
cli-puzzle-not-cells = { $found }はマスの並びではありません
cli-puzzle-not-cell = { $found }はマスではありません。[行, 列] を整数で書いてください
cli-puzzle-same-id = { $id }は{ $other }と同じ名前です。石は一つずつです（W4）
cli-puzzle-frame-empty = # のマスがありません（W1）
cli-puzzle-ragged = 幅は{ $cols }ですが、最初の行は{ $first }です。どの行にも全ての列の記号を書きます（W1）
cli-puzzle-sign = 列{ $col }に{ $sign }があります。石垣枠は # と . で描きます（W1）
cli-puzzle-frame-apart = 行{ $row }、列{ $col }のマスが、最初のマスと辺でつながっていません。石垣枠はひと続きです（W1）
cli-puzzle-frame-large = { $rows }行{ $cols }列です。探索できるのはそれぞれ{ $most }までです
cli-puzzle-stones-many = 石が{ $stones }個あります。探索できるのは{ $most }個までです
cli-puzzle-stone-empty = マスがありません（W1）
cli-puzzle-stone-repeated = 最小の行と列から数えて[{ $row }, { $col }]のマスが二度書かれています（W1）
cli-puzzle-stone-apart = 最小の行と列から数えて[{ $row }, { $col }]のマスが、最初のマスと辺でつながっていません（W1）
cli-puzzle-stone-large = マスどうしが離れすぎています
cli-solve-wall = { $seconds }秒：空き{ $empty }、うち最上段{ $gaps }。石{ $stones }個のうち{ $used }個を使用
cli-solve-proved = 証明済み：これより良い石垣はありません。
cli-solve-not-proved = 未証明：より良い石垣があるかもしれません。
cli-solve-stone = { $stone }：{ $place }

cli-wall-replaced = 石垣を置き換えました（石{ $stones }個）。
cli-wall-would-stand = この石垣（石{ $stones }個）は規則に合っています。送信はしていません。
cli-bad-wall = { $file }は石垣として読めません：{ $what }
cli-wall-unread = { $what }
cli-wall-empty = 中身がありません
cli-wall-no-stones = 石がありません。石垣を空にするには team-client wall --clear
cli-wall-no-placements = 最後のオブジェクトに「placements」がありません
cli-connecting = { $server }に接続しています…
cli-fetching = 記録を取得しています…
cli-solve-searching = 探索中… { $seconds }秒／{ $most }秒、これまでの最良は空き{ $empty }マス

# === end of cli ===

### === advise ===
# team-client advise と what-if。

cli-advise-nothing = 入札できるものがありません。
cli-advise-round = 第{ $round }回：保有{ $held } TSUYAMA
cli-advise-now = 手持ちの石で最良の石垣：空き{ $empty }（最上段{ $gaps }）、使用{ $used }個
cli-advise-reach = 到達可能：{ $stones ->
    [0] これより良い石垣はありません
   *[other] 空き{ $empty }（最上段{ $gaps }）。あと{ $stones }個、およそ{ $cost } TSUYAMA
}
cli-advise-list = 入札案：{ $held } TSUYAMAのうち{ $total }。まだ入札していません：
cli-advise-rivals = 競り合いそうな相手：
cli-advise-decline = 案：この回は辞退。石垣を良くする石がありません。
cli-advise-rebid = 第{ $round }回、再入札{ $wave }：合計{ $budget } TSUYAMAまで
cli-advise-pass = 案：見送り。
cli-head-adds = 効果
cli-head-needed = 必要
cli-head-goes-for = 相場
cli-head-worth = 上限
cli-head-fits = 競合
cli-head-can-pay = 支払可
cli-head-stays = 残る
cli-head-chance = 見込み
cli-head-why = 理由
cli-head-tied-at = 同額
cli-head-tied-teams = 同額の相手
advise-planned = 計画で使う
advise-scarce = 計画で使う。次の回には残らないおそれ
advise-last-call = 計画で使う。最後の回
advise-spare = 上の行が落札できないときの予備
advise-rival-named = { $lot }：{ $team }は{ $fits ->
    [yes] 置く場所があり
   *[no] 今の石垣には置く場所がなく
}、残り{ $held }、これまでの最高入札は{ $named }。{ $from }～{ $to }と予想
advise-rival-unnamed = { $lot }：{ $team }は{ $fits ->
    [yes] 置く場所があり
   *[no] 今の石垣には置く場所がなく
}、残り{ $held }、まだ入札していません。{ $from }～{ $to }と予想
cli-what-if-was = 第{ $round }回の実際の結果（支払い{ $paid } TSUYAMA）：
cli-what-if-would = 変更した場合（支払い{ $paid } TSUYAMA）：
cli-what-if-no-change = 落札者も価格も変わりません。
cli-what-if-changed = 変わる落札者と価格：
cli-what-if-lot = { $lot }：{ $was } → { $would }
cli-what-if-nobody = なし
cli-what-if-offer = { $team }が{ $lot }に{ $price }
cli-what-if-gave-up = { $team }が{ $lot }をあきらめる
cli-what-if-taken = 実際のままとした再入札：{ $rebids }。
cli-what-if-open = { $tie }。この再入札は実際には行われていないため、結果は誰にもわかりません。
cli-what-if-not-open = 第{ $round }回はまだ開札されていないため、答えられません。
cli-what-if-no-line = 第{ $round }回の入札に{ $line }番目の行はありません（全{ $lines }行）。

# === end of advise ===

### === console ===
# judge-tui: the chief judge's console and the hall's board.

console-title = 石垣工務店：審判長コンソール
console-too-small = 画面が小さすぎます。{ $columns }桁×{ $lines }行が必要です。
console-no-game = 試合の情報をまだ受信していません。
console-no-round = まだ入札は開始されていません。
console-sealed = 入札を受付中です。内容は開札まで封印され、価格は誰にもわかりません（A4）。
console-never-opened = 開札されずに終わりました。入札は封印されたままで、無効です（G4、G5）。
console-about = { $name }：{ $about }
shared-paused = 一時停止中
console-disqualified = 失格（E3）


panel-lots = 石
console-panel-lists = 入札
shared-walls = 石垣
panel-standings = 順位
console-panel-log = 記録

console-round-of = 第{ $round }回入札（全{ $rounds }回）{ $attempt ->
        [1] {""}
       *[other] { $attempt }度目
    }
console-round-open = 第{ $round }回{ $attempt ->
        [1] {""}
       *[other] （{ $attempt }度目）
    }
console-round-final = 第{ $round }回、確定
console-round-void = 第{ $round }回（{ $attempt }度目）、無効

console-standings-live = 今終了した場合
console-standings-ended = 未確定
console-standings-final = 最終結果
console-standings-abandoned = 中止
console-log-moves = 石の移動を含む
console-log-nothing = 該当する記録はありません。
console-log-count = { $all }件中{ $shown }件
console-log-kind-auction = 入札
shared-log-kind-walls = 石垣
console-log-kind-clocks = 時計
console-log-kind-rulings = 判定・終了

head-lot = 石
console-head-copies = 個数
head-min = 最低
head-result = 結果
console-head-title = 名称
console-head-teams = チーム
console-head-clock = 残り
console-head-sealed = 入札済
console-head-questions = 質問
console-head-next = 次の操作
console-head-phase = 進行
shared-spare = 予備
shared-server = サーバー

console-lot-sealed = 受付中
console-lot-open = まだ落札なし
console-lot-unsold = 落札なし
console-lot-rest-open = { $copies }個まだ落札なし
console-lot-rest-unsold = { $copies }個落札なし
shared-award = { $price } { $team }
shared-tie = 同額{ $price }：{ $teams }
console-lot-failed = { $copies ->
        [1] 不調：{ $why }
       *[other] { $copies }個不調：{ $why }
    }
console-lot-head = { $lot }：{ $copies }個、最低価格{ $min } TSUYAMA
console-lot-unnamed = 入札したチームはありません。
console-more-lines = …ほか{ $count }行：{ $key }
console-list-declines = { $team }：辞退、保有{ $held } TSUYAMA
console-list-none = { $team }：辞退（リストなし）、保有{ $held } TSUYAMA
console-list-absent = { $team }：この回は不参加（E3）、保有{ $held } TSUYAMA
console-list-head = { $team }：入札{ $lines }件、合計{ $total }、保有{ $held } TSUYAMA
console-why-title = 理由：{ $what }、{ $round }
console-why-opening = 開札
console-why-wave = 再入札{ $wave }
console-why-offer = { $price }で再入札：{ $outcome }
console-why-end = 確定
console-why-unconfirmed = 未確認（A10）
console-why-confirmed = 審判長が確認（A10）
console-why-handed = 確認済み、{ $team }に{ $stones }を配布（A10）
console-why-void = この回は無効です（G5）：{ $reason }
console-wall-counts = 空き{ $empty }、上部{ $gaps }{ $lifted ->
        [0] {""}
       *[other] 、不安定{ $lifted }
    }
console-wall-counted = 手作業：空き{ $empty }、上部{ $gaps }
console-wall-hand = 未配置の石：{ $stones }
console-wall-hand-none = 未配置の石：なし
console-wall-loose = ! 支えなし（W3）：{ $stones }
console-wall-mark = { $mark } = { $stone }

console-panel-handout = 配布
console-handout-none = まだ石は配布されていません。石は入札が確定したときに配布されます（A10）。
console-handout-waiting = { $stones ->
        [0] 運ぶ石なし
       *[other] 運ぶ石{ $stones }個
    }
console-handout-hint = { $stones ->
        [0] 運ぶ石なし
       *[other] 運ぶ石{ $stones }個
    }
console-handout-waits = 運搬待ち
console-handout-carried = 運搬済み
console-handout-checked = チーム確認済み
console-handout-placed = 配置済み
console-handout-unplaced = 未配置
console-key-tick = 石の運搬済みの印
console-key-tick-team = チームの石を全部運搬済みに
console-act-tick = { $stones }の運搬済みの印
console-act-untick = { $stones }の運搬済みの印の取り消し
console-notice-all-carried = { $team }の石はすべて運搬済みです。

console-key-by-hand = 代行入力
console-key-step-back = 一つ戻る
console-key-erase-all = 全部消す
console-key-prepared-before = 前の用意した回答
console-key-prepared-next = 次の用意した回答
console-key-backward = カーソルを左へ
console-key-forward = カーソルを右へ
console-key-wait-no-more = 待たない
console-context-form = 代行入力で
console-context-wait = 応答待ちの間
console-byhand-title = 代行入力
console-byhand-whom = どのチームの代行入力をしますか？
console-byhand-what = { $team }の何を入力しますか？
console-byhand-kind-list = 入札
console-byhand-kind-rebid = 再入札
console-byhand-kind-wall = 石垣の全体
console-byhand-kind-count = 手作業で数えた結果
console-byhand-kind-uncount = 数えた結果の取り消し
console-byhand-write-list = { $team }の第{ $round }回の入札（{ $most }件まで）を、優先順位の高い順に：石 価格, 石 価格 ... 空欄か - は辞退です。
console-byhand-write-rebid = { $team }の再入札（合計{ $budget }まで）：優先順位 価格, ... 空欄か - は見送りです。同額の入札：{ $lines }。
console-byhand-tied-line = { $line }（{ $lot }）{ $price }
console-byhand-write-wall = { $team }の石垣の全体：石 回転 行 列, ... 例：P-1 90 3 4（時計回り、行は上から0、列は左から0）。空欄か - は石なしです。
console-byhand-write-count = { $team }の石垣を数えた結果：空き 上部の抜け 使用数、例：12 1 5。
console-byhand-slip-list = { $item }件目が「石 価格」ではありません（例：P 10）
console-byhand-slip-rebid = { $item }件目が「優先順位 価格」ではありません（例：1 12）
console-byhand-slip-wall = { $item }件目が「石 回転 行 列」ではありません（例：P-1 90 3 4）
console-byhand-slip-count = 「空き 上部の抜け 使用数」の三つの数が必要です（例：12 1 5）
console-byhand-not-counted = 手作業で数えた結果がありません
console-byhand-denied = 入札、再入札、石垣の代行入力ができるのは運営だけです（A4、G6）。運営のトークンで起動し直してください
console-byhand-fine-list = { $bids ->
        [0] この回を辞退します（A4）
       *[other] { $most }件まで：{ $bids }件、合計{ $total }（保有{ $held }）TSUYAMA
    }
console-byhand-fine-rebid = { $raises ->
        [0] 見送り：同額の入札を取り下げます（A7）
       *[other] 同額の{ $lines }件中{ $raises }件、合計{ $total }（{ $budget }まで）TSUYAMA
    }
console-byhand-fine-wall = { $stones ->
        [0] 石垣を空にします
       *[other] 石{ $stones }個、空き{ $empty }、上部{ $gaps }
    }
console-byhand-fine-count = 空き{ $empty }、上部{ $gaps }、使用{ $used }
console-byhand-reason = 代行入力の理由：
console-byhand-reason-sealed = 理由は記録され、開札後に全員に公開されます。
console-byhand-ask-list = 入力した内容を{ $team }の第{ $round }回の入札として提出します。{ $replaces ->
        [0] {""}
       *[other] 提出済みの入札と置き換えます。
    }開札まで誰にも見えません（A4、G6）。
console-byhand-ask-decline = { $team }は第{ $round }回の入札を辞退します。{ $replaces ->
        [0] {""}
       *[other] 提出済みの入札と置き換えます。
    }（A4、G6）
console-byhand-ask-rebid = 入力した内容を{ $team }の再入札として提出します。{ $replaces ->
        [0] {""}
       *[other] 提出済みの再入札と置き換えます。
    }開札まで誰にも見えません（A7、G6）。
console-byhand-ask-pass = { $team }は再入札を見送り、同額の入札を取り下げます。{ $replaces ->
        [0] {""}
       *[other] 提出済みの再入札と置き換えます。
    }（A7、G6）
console-byhand-ask-wall = { $team }の石垣の全体を置き換えます：石{ $stones }個（W5、G6）。
console-byhand-ask-count = 順位では、ここに置かれた石にかかわらず、{ $team }を空き{ $empty }、上部{ $gaps }、使用{ $used }として数えます（E2）。
console-byhand-ask-uncount = 順位では、{ $team }を再びここに置かれた石で数えます（E2）。
console-byhand-waiting = 送信しました。サーバーの応答を待っています…
console-byhand-act-list = { $team }の入札
console-byhand-act-rebid = { $team }の再入札
console-byhand-act-wall = { $team }の石垣
console-byhand-act-count = { $team }の数えた結果
console-byhand-act-uncount = { $team }の数えた結果の取り消し
console-byhand-done = 入力しました：{ $what }。
console-byhand-refused = 拒否されました：{ $what }。もう一度入力すると理由が表示されます。
console-byhand-silent = 応答がありません（{ $code }）：{ $what }。入力されたかどうか不明です。もう一度入力しても問題ありません。

console-reveal-start = { $teams }チーム、下位から順に発表します。Enterで次へ。
console-reveal-undeclared = この画面だけの表示です。会場の画面は結果の確定後に連動します（E4）。
console-reveal-out = 失格のため対象外（E3）：{ $teams }

console-next-await-feed = 試合の情報を待っています。
console-next-await-server = サーバー（{ $server }）の応答を待っています。
console-next-no-server = サーバー（{ $server }）の応答がありません。再接続しています。
console-next-refused = 試合を表示できません：{ $why }。起動し直してください。
console-next-no-game = 試合{ $game }は見られません。開始を確認し、起動し直してください。
console-next-resume = 時計が止まっています。準備ができたら再開してください。
console-next-open-round = 第{ $round }回の入札を開始してください。
console-next-await-lists = 入札を待っています：{ $of }チームのうち{ $sealed }チームが入札済みです。
console-next-all-sealed = 全チームが入札済みです。締切まで{ $left }。
console-next-await-rebids = 再入札を待っています：{ $teams }。
console-next-confirm = 確認してください：{ $of }種類のうち{ $open }種類が未確認です。
console-next-signal-end = 最後の確定から{ $time }。0:30〜1:00で終了の合図を（E1）。
console-next-await-end = 競技終了を待っています。
console-next-enter-janken = じゃんけんを行い、結果を入力してください：{ $teams }。
console-next-declare = 最終結果を確定してください。
console-next-reveal = 最終結果が確定しました。順位を発表してください。
console-next-over = この試合は終わりました。
console-next-over-head = 終了。照合番号{ $head }

console-deed-open-round = 入札開始
console-deed-confirm-lot = この石を確認
console-deed-confirm-all = すべて確認
console-deed-pause = 一時停止
console-deed-resume = 再開
console-deed-extend = 延長
console-deed-signal-end = 終了の合図
console-deed-enter-janken = じゃんけん入力
console-deed-declare = 結果確定
console-deed-void-round = 入札を無効に
console-deed-disqualify = 失格
console-deed-reinstate = 失格取消
console-deed-abandon = 試合中止
console-deed-end-practice = 練習を終了

key-next-panel = 次の画面
key-previous-panel = 前の画面
key-up = 上へ
key-down = 下へ
console-key-far-up = 大きく上へ
console-key-far-down = 大きく下へ
console-key-first = 先頭へ
key-last = 末尾へ
console-key-moves = 記録に石の移動を表示
console-key-why = 理由
console-key-enlarge = 石垣を1つ拡大
console-key-ids = 石の名前
console-key-reveal = 順位を発表
console-key-uncover = 会場の開札を進める・止める
console-key-log-team = 記録：チーム別
console-key-log-kind = 記録：種類別
console-key-search = 記録：検索
console-key-back = 全体表示に戻す
console-key-next-round = 次の回
console-key-previous-round = 前の回
console-key-next-place = 次の順位へ
console-key-next-step = 次の段階
console-key-previous-step = 前の段階
console-key-all-places = 全順位を発表
console-key-all-steps = 一度に全部
console-key-hold-next = 次の開札を止める
console-key-previous-place = 1つ戻る
shared-language = English
key-help = キー一覧
key-quit = 終了する
console-key-quit-now = どこからでも直ちに終了する
key-close = 閉じる
key-yes = 実行
key-no = キャンセル
console-key-yes-grave = 実行（Shiftを押しながら）
console-key-deliberate = { $act }（Shiftを押しながら）
console-key-more-time = 長く
console-key-less-time = 短く
console-key-give-time = 延長する
console-key-accept = 次へ
console-key-cancel = やめる
console-key-choose = 選択
console-key-next-best = 次の順位に
console-key-take-back = ひとつ戻す
console-key-erase = 消す

console-group-rounds = 入札
console-group-clocks = 時計
console-group-end = 終了と順位
console-group-rulings = 判定と試合
console-group-looks = 表示
console-group-moves = 移動
console-group-log = 記録
console-group-handout = 石の配布
console-group-program = プログラム
console-context-ask = 確認の質問
console-context-grave-ask = 重大な確認の質問
console-context-text = 文字の入力
console-context-span = 時間の入力
console-context-choice = 選択
console-context-order = じゃんけんの順位
console-context-help = このキー一覧
console-context-pick = 試合の一覧
console-context-queue = 質問の一覧
console-context-seats = 複数チームの選択
console-context-read = 理由の表示中
console-context-reveal = 順位発表中
console-context-uncover = 開札を公開している間
shared-help-here = 今ここで使えるキー
key-next-page = 次のページ
key-previous-page = 前のページ
console-help-title = キー一覧
console-dialog-title = 審判長

console-act-open-round = 第{ $round }回の入札開始
console-act-confirm-all = 第{ $round }回の全石の確認
console-act-confirm-lot = 第{ $round }回の{ $lot }の確認
console-act-extend = { $span }の延長
console-act-void-round = 第{ $round }回の入札の無効
console-act-disqualify = { $team }の失格
console-act-reinstate = { $team }の失格取消
console-act-enter-janken = じゃんけんの入力（{ $order }）
console-act-declare = 結果の確定
console-act-abandon = 試合の中止
console-act-end-practice = 練習の終了

console-ask-quit = 終了しますか？試合はそのまま続きます。
console-uncover = 掲示板の表示は、この開札の{ $of }段階中{ $steps }段階目です。
console-uncover-how = 掲示板は2秒以内にこのキーに従います。キーを押すまでと、回が確定した後は、自動で進みます。
console-uncover-held = 次の開札を止めています。開札になっても、進めるまで掲示板には何も表示されません。
console-uncover-held-how = 1つ戻すと、自動で進むようになります。回が確定した後は、いずれにせよ自動で進みます。
console-uncover-whole = 掲示板は、この開札の{ $of }段階すべてを表示しました。
console-uncover-whole-how = 回が確定するか無効になるか、次の開札になるまでは、1つ戻すと最後の段階をもう一度隠せます。
console-mark-questions = 質問{ $count }件、{ $waited }待ち
console-mark-questions-everywhere = 質問{ $count }件、{ $waited }待ち、ほかの試合{ $elsewhere }件
console-mark-questions-short = 質問{ $count }件
console-mark-questions-everywhere-short = 質問{ $count }件、ほか{ $elsewhere }件
console-mark-questions-elsewhere = ほかの試合に質問{ $elsewhere }件
console-mark-held = 掲示板は{ $of }段階中{ $steps }段階目で停止中
console-mark-holds-next = 次の開札を停止中
console-ask-span = 受付時間をどれだけ延長しますか（T）？
console-ask-disqualify-whom = どのチームを失格にしますか（E3）？
console-ask-reinstate-whom = どのチームの失格を取り消しますか（E3）？
console-ask-reason-void-round = 第{ $round }回の入札を無効にする理由：
console-ask-reason-disqualify = { $team }を失格にする理由：
console-ask-reason-reinstate = { $team }の失格を取り消す理由：
console-ask-reason-abandon = 試合を中止する理由：
console-ask-reason-end-practice = 練習を終了する理由：
console-ask-reason-replace = 予備の試合に切り替える理由：
console-ask-order = じゃんけんの勝者から順に選んでください（E2）。
console-ask-search = 記録のどの言葉を探しますか（空欄：すべて表示）
console-reason-public = 理由は全員に公開されます。
console-reason-public-grave = 理由は全員に公開されます。このあともう一度確認します。
console-reason-given = 理由：{ $reason }
console-reason-pause = 審判長による一時停止
console-reason-extend = 審判長による延長

console-warn-open-unconnected = 第{ $round }回の入札を始めますか？　未接続：{ $teams }。接続するまで入札できません。
console-warn-confirm = 第{ $round }回の入札が確定し、落札価格の減額と石の配布が行われます。以後、無効にはできません（G5）。
console-warn-void-round = 第{ $round }回の入札（{ $attempt }度目）を無効にします。入札と結果は記録に残りますが効力を失い、支払いも配布も行わず、この回をやり直します（G5）。
console-warn-signal-end = 最後の入札の確定から{ $time }です。{ $span }後に競技が終了します。取り消すことはできません（E1）。
console-warn-signal-end-early = 早すぎます：合図は最後の確定から0:30〜1:00です（E1）。
console-warn-signal-end-late = 1:00を過ぎています：合図は最後の確定から0:30〜1:00です（E1）。
console-warn-disqualify = { $team }は入札も石の配置もできなくなり、未開札の入札は取り下げられ、最下位となります。取り消しはできますが、進行中の回には参加できません（E3）。
console-warn-declare-questions = { $waiting }件の質問が回答待ちです。結果を確定すると回答できなくなります（Qで一覧）。
console-warn-declare = 次の順位が最終結果となります。取り消すことはできません（E4）。
console-warn-abandon = この試合を中止し、別の問題で再試合とします。取り消すことはできません（G4）。
console-warn-abandon-spare = この試合を中止します。そのあと { $key } で予備の試合{ $spare }を開始します。取り消すことはできません（G4）。
console-warn-enter-janken = じゃんけんの結果を入力します。上位から{ $order }です（E2）。
console-warn-other = { $act }を実行しますか？

console-notice-sent = 送信しました：{ $act }…
console-notice-done = 完了しました：{ $act }。
console-notice-on-its-way = すでに送信中です：{ $act }。
console-notice-refused = 拒否されました：{ $why }。
console-notice-silent = 応答がありません（{ $code }）：{ $act }。実行されたかどうか、繰り返す前に記録を確認してください。
console-notice-moved-on = 試合の状況が変わったため、確認画面を閉じました。何も送信していません。
console-notice-no-reason = 理由が必要です（記録に残ります）。入力するか、Escで取りやめてください。
console-notice-offline = 接続がありません。何も送信していません。
console-notice-no-team = 該当するチームがありません。
console-notice-not-followed = 会場の画面に反映できません：{ $why }。
console-notice-no-reveal = 順位の発表は競技終了後にできます（E1）。
console-notice-no-opening = この試合では、もう開札がありません。
console-alone = 予備機の写しなし：受け付けたものはこのサーバーだけにあります。予備機を確認！
console-notice-copied = 予備機が追い付きました。応答は予備機のディスクにも書かれてから返されます。
console-notice-astray = 配信の{ $item }番が合わず、画面の表示が誤っている可能性があります。コンソールを再起動してください。操作は引き続きサーバーに届きます。
console-notice-closed = サーバーが配信を拒否しています（再試行中）：{ $why }。
console-notice-no-list = 試合の一覧を取得できません：{ $why }。

console-overview-title = 試合一覧：{ $count ->
        [0] 審判長を待つ試合はありません
       *[other] { $count }試合が審判長を待っています
    }
console-overview-rest = 上に{ $above }件、下に{ $below }件
console-overview-questions = 質問{ $count }件が回答待ち
console-queue-title = 質問：回答待ち{ $waiting }件、回答済み{ $answered }件{ $left ->
        [0] {""}
       *[other] 、回答なし{ $left }件
    }
console-queue-told-title = お知らせ：{ $count }件
console-queue-waits = { $time }待ち
console-queue-sent = 送信中…
console-queue-answered = 回答済み・未読
console-queue-read = 回答済み・既読
console-queue-to-all = 全チームへ・未読
console-queue-to-all-read = 全チームへ・既読
console-queue-read-by = 既読{ $read }/{ $of }
console-queue-all = 全チーム
console-queue-some = { $count }チーム
console-queue-question = { $game }の{ $team }の質問{ $question }（{ $ago }前、試合の{ $at }）：
console-queue-answer = このチームだけに回答（{ $ago }前、{ $at }）：
console-queue-answer-to-all = 質問したチーム名を伏せて全チームに回答（{ $ago }前、{ $at }）：
console-queue-corrected = 訂正前の回答（{ $at }、このチームだけに）：
console-queue-corrected-to-all = 訂正前の回答（{ $at }、全チームに）：
console-queue-is-read = チームは読みました。
console-queue-is-unread = チームはまだ読んでいません。
console-queue-no-questions = 質問はまだありません。
console-queue-no-announcements = お知らせはまだありません。
console-queue-told-to-all = { $game }の全チームへのお知らせ（{ $ago }前、試合の{ $at }）：
console-queue-told-to = { $game }の{ $teams }へのお知らせ（{ $ago }前、試合の{ $at }）：
console-queue-quotes = 質問：「{ $asked }」
console-queue-have-read = 既読（{ $count }）：{ $teams }
console-queue-have-not-read = 未読（{ $count }）：{ $teams }
console-overview-on-its-way = 送信中…
console-stage-ready = 第{ $round }回 開始待ち
console-stage-bidding = 第{ $round }回 入札中
console-stage-rebidding = 第{ $round }回 再入札中
console-stage-confirming = 第{ $round }回 確認待ち
console-stage-paused = { $stage }・停止
console-stage-building = 石積み中
console-stage-countdown = カウントダウン
console-stage-ended = 競技終了
console-stage-declared = 結果確定
console-elsewhere = ほか{ $count }試合が待っています [{ $key }]
console-pick-none = 試合がありません。
console-game-waits = 開始待ち
console-game-started = 開始済み
console-game-damaged = 記録が破損
console-game-elsewhere = 別サーバー
console-game-nowhere = 引き継ぎ待ち
console-game-seats = { $seats }チーム未定
servers-alone = この大会の記録簿を開けるサーバーは、この1台だけです。
servers-head-server = 番号
servers-head-address = アドレス
servers-head-seen = 最終応答
servers-head-count = 数
servers-head-games = 試合
servers-state-serves = 稼働中
servers-state-draining = 移譲中
servers-state-gone = 停止
servers-answered = 応答したのはサーバー{ $server }です。
servers-drained = サーバー{ $server }は、担当の試合を受付中でないものから順に他へ移します。
servers-undrained = サーバー{ $server }は再び試合を引き受けます。
servers-moved = 試合{ $game }をサーバー{ $server }に移します。
console-games-start = { $game }を開始しました。{ $count }チーム：{ $teams }。
console-games-replace = { $game }を中止し、予備の試合{ $spare }を同じ{ $count }チームで開始しました：{ $teams }（G4）。
console-game-with-command = --game はコンソール用です。コマンドでは試合を引数で指定してください。
console-failed = 実行できません：{ $what }

console-practice = 練習
console-game-practice = 練習：{ $title }
console-game-spare = { $game }の予備
console-key-games = 試合一覧
console-key-questions = 質問
console-key-answer = 回答
console-key-other-messages = 質問／お知らせ
console-key-text-up = 本文を上へ
console-key-text-down = 本文を下へ
console-key-start-game = 開始
console-key-next-game = 次に待つ試合
console-key-pause-all = 全試合を一時停止
console-key-resume-all = 全試合を再開
console-key-back-to-game = 試合に戻る
console-key-tick-seat = 選ぶ
console-key-seated = このチームで決定
console-key-presence = 接続状況
console-context-presence = 接続状況の表示中
console-deed-replace = 予備の試合へ
console-deed-remark = 備考を記録
console-deed-announce = お知らせ
console-act-replace = 予備の試合への切り替え
console-act-remark = 備考の記録
console-act-answer = { $team }の質問{ $question }への回答
console-ask-seats = { $game }に出場する{ $seats }チームを、試合での順に選んでください（{ $ticked }チーム選択済み）。
console-seat-by-results = 結果に基づいて選択済みです。確認してください。
console-ask-start-seated = { $game }を次の{ $count }チームで、この順に行います。
console-ask-start-sure = 開始しますか？取り消すことはできません。開始後は全員が試合を見られます。
console-ask-pause-all = { $count }試合の時計を止めます：{ $games }。理由：
console-ask-resume-all = { $count }試合（{ $games }）の時計を再開しますか？
console-seat-figures = 数字：空きマス／上部の抜け／残りTSUYAMA／使用した石／未使用の石
console-seat-result = { $game }：{ $place }位 · { $figures }
console-seat-disqualified = { $game }：失格
console-seat-plays = { $game }に出場中
console-unusual-spare = これは{ $game }の予備ですが、{ $game }は中止されていません。
console-unusual-not-next = 先に行うはずの{ $game }が、まだ始まっていません。
console-unusual-busy = { $teams }は現在{ $game }に出場しています。
console-unusual-seats = 大会ファイルの予定は{ $planned }チームですが、{ $named }チームが指定されています。
console-ask-start = { $game }を{ $count }チーム（{ $teams }）で開始しますか？取り消すことはできません。開始後は全員が試合を見られます。
console-ask-remark = 記録に残す備考：
console-warn-replace = この試合を中止し、予備の試合{ $spare }を同じチームで直ちに開始します。この試合の内容は引き継がれません。取り消すことはできません（G4）。
console-warn-replace-unknown = この試合を中止し、予備の試合があれば同じチームで直ちに開始します。取り消すことはできません（G4）。
console-warn-spare = 中止した試合に代えて、{ $spare }を同じチームで開始します（G4）。
console-next-spare = 中止した試合に代えて、{ $spare }を開始してください（G4）。
console-next-spare-started = この試合に代えて{ $spare }が行われています（G4）。移動してください。
console-notice-starting = { $game }を開始しています…
console-notice-not-started = 応答がありません（{ $code }）：{ $game }が開始されたかどうか、一覧で確認してください。
console-notice-no-teams = 試合には2から16チームが必要です（予定は{ $seats }チーム）。スペースで選びます。
console-notice-not-started-yet = { $game }はまだ始まっていません。sで開始します。
console-notice-nothing-wanted = ほかに審判長を待つ試合はありません。
console-notice-nothing-to-pause = 止められる時計がありません。
console-notice-nothing-to-resume = 止まっている時計がありません。
console-notice-answered = yで「はい」、nまたはEscで「いいえ」です。
console-notice-answered-gravely = Shiftを押しながら大文字のYで「はい」、nまたはEscで「いいえ」です。
console-remark-public = 全員に公開されます。
console-message-whom = どのチームへのお知らせですか？選ばなければ全チーム宛てです。
console-message-to-all = 全チーム宛て（掲示板にも表示）
console-message-to-some = { $teams }宛て：画面に出るのはこのチームだけです。記録では、結果が確定すると全員に公開されます。
console-message-english = 英語の文（空欄なら省略）：
console-message-japanese = 日本語の文（空欄なら省略）：
console-message-in-english = 英語：{ $text }
console-message-in-japanese = 日本語：{ $text }
console-message-length = { $length } / { $most }文字
console-message-prepared = 用意した回答：{ $count }件。↓と↑で入力できます。
console-next-part = { $clock } { $title }（あと{ $left }）
console-next-part-after = { $pause }中、次は{ $next }
console-message-too-long = { $length }文字あります。お知らせは{ $most }文字までです。
console-message-asked = { $team }の質問：「{ $text }」
console-message-corrects = 訂正する回答：「{ $text }」
console-message-meanwhile = 先に別の人が回答しました：「{ $text }」
console-message-to-asker = { $team }だけに回答
console-message-until-over = 質問したチームと、そのチームだけへの回答は、結果の確定まで公開されません。確定後は公開記録に残ります。
console-message-to-everybody = 全チームに質問と回答を表示（質問したチーム名は伏せる）
console-message-all-games = ほかの全試合でも
console-message-game = { $game }の全チームにも
console-message-in-games = { $games }の全チームにも
console-notice-elsewhere = { $game }：{ $notice }
console-notice-no-text = お知らせの文がありません。少なくとも一つの言語で入力するか、Escで取りやめてください。
console-notice-unproved = 配信の{ $item }番を証明できません（{ $what }）。この画面を信用しないでください。正しいサーバーかどうか、鍵の指紋をチームの用紙と照合してください。
console-unproved-no-key = サーバーの鍵が示されていません
console-unproved-no-instance = 同じ名前のどの試合かをサーバーが示していません
console-unproved-other-game = 同じ名前の別の試合の署名です
console-unproved-other-branch = 試合の別の系列の署名です。誰かが記録簿の複製で試合を動かしています
console-unproved-no-head = 署名がありません
console-unproved-malformed = 署名の形式が正しくありません
console-unproved-backwards = 記録の前の位置への署名です
console-unproved-signature = サーバーの鍵による署名ではありません
console-presence-title = 接続状況
console-presence-never = 未接続
console-presence-gone = 切断中
console-presence-here = 接続中{ $feeds ->
        [one] {""}
       *[other] （{ $feeds }）
    }
console-presence-practised = 練習入札済み
console-presence-unpractised = 練習入札なし
console-presence-summary = 接続中：{ $of }チーム中{ $here }チーム。練習入札済み：{ $practised }チーム。
console-presence-awaited = サーバーに問い合わせています…
console-presence-silent = サーバーの応答がありません。状況はまだ分かりません。
console-presence-stale = サーバーの応答がないため、最後に分かった状況を表示しています。

# === end of console ===

### === auto ===
# judge-tui auto: 自動の審判が、することを知らせる。

auto-line = { $game }：{ $what }
auto-plan-pause = 各回の入札は、前の回の確定から{ $pause }後に始めます。
auto-plan-every = 各回の入札は、前の回の開始から{ $every }後に始めます。ただし前の回の確定から{ $pause }は空けます。
auto-plan-first = 最初の回は、全チームの接続を待ちます。
auto-plan-each = どの回も、全チームの接続を待ちます。
auto-plan-nobody = チームの接続は待ちません。
auto-plan-ends = 開札から{ $confirm }後に確定し（A10）、最後の回の確定から{ $end }後に終了の合図を出します（E1）。
auto-plan-unusual = 大会では、最後の回のあとの組み立て時間は30〜60秒です（E1）。
auto-plan-declares = 結果も自動で確定します（E4）。じゃんけんは人が行い、入力します。
auto-plan-leaves = 結果の確定（E4）とじゃんけんは、人が行います。
auto-plan-hand = コンソールで操作した人が、その試合を引き取ります。画面で一時停止して再開するか、ここで Enter を押すと、自動に戻ります。Ctrl-C で止まります。
auto-which = 複数の試合が進行中です：{ $games }。どれを自動にするか名前を挙げるか、--all ですべてを指定してください。
auto-no-game = 自動にできる進行中の試合がありません。これから始まる試合の名前を挙げるか、--all で待ってください。
auto-taken-up = ここから自動で進めます：{ $phase }。
auto-awaits-start = 開始されるのを待っています。
auto-awaits-server = 担当サーバーの引き継ぎを待っています。
auto-awaits-stage = 進行中の試合はありません。次のステージの抽選が行われると続けます。大会の結果が確定されると終わります。
auto-awaits-teams = 未接続：{ $teams }。
auto-opens-without = 未接続のチームを待たずに第{ $round }回の入札を始めます：{ $teams }。
auto-next-round = 第{ $round }回の入札は{ $left }後に始めます。
auto-next-confirm = { $left }後に確定します。
auto-next-end = { $left }後に終了の合図を出します。
auto-opened = 第{ $round }回の入札を始めました（A1）。
auto-confirmed = 第{ $round }回を確定しました（A10）。
auto-signalled = 終了の合図を出しました。{ $left }後に終わります（E1）。
auto-declared = 結果を確定しました（E4）。
auto-paused = { $what }再開されると、自動で続けます。
auto-stands = 時計が止まっています。再開されると、自動で続けます（T）。
auto-resumed = 時計が再び動き、自動に戻りました（T）。
auto-taken-over = { $what }人が操作したので、試合はその人に渡りました。返されるまで、ここからは何もしません。
auto-handed-back = 返されました。自動に戻ります。
auto-janken = すべて同じです：{ $teams }。じゃんけんを行い、コンソールで入力してください（J、E2）。
auto-lost = つながりません。つなぎ直しています。
auto-not-served = サーバーがこの試合を扱えなくなり、試合は止まっています。理由はサーバーのログにあります。サーバーを起動し直すと続けます。
auto-back = 再びつながりました。
feed-beyond = { $game }の行は{ $last }までしかなく、{ $first }から伝えるよう指定されています。--afterのIDを確かめてください
auto-questions-wait = { $waiting }件の質問が回答待ちです。結果を確定すると回答できなくなります。
auto-is-declared = 終わりました。結果は確定済みです（E4）。
auto-is-abandoned = 中止されました（{ $reason }）。
auto-spare-waits = 予備の試合 { $game } はコンソールで始めてください（N、G4）。裁定で不要になった場合は除きます。
auto-spare-is-played = 予備の試合 { $game } を代わりに行っています（G4）。
auto-result-open = 終わりました。結果はコンソールで確定してください（F、E4）。
auto-left = 人に任せます：{ $why }
auto-stopped = 止めました。ここからは、コンソールで操作しない限り、入札の開始も確定も行われません。

# === end of auto ===

### === rehearsal ===
# rehearsal: texts around the events when a whole game is told.

rehearsal-name = 石垣工務店  Ishigaki Koumuten
rehearsal-what = 予行演習：1つのコマンドで1試合
rehearsal-facts = { $teams }チーム、入札{ $rounds }回、各チーム{ $money }。{ $squares }マスの石垣枠を埋めます。
rehearsal-by-script = シナリオ{ $scenario }（台本どおりの入札）、シード{ $seed }。
rehearsal-by-bots = シナリオ{ $scenario }（ボットによる対戦）、シード{ $seed }。
rehearsal-server = サーバーは独立したプロセスで動き、審判・チーム・会場表示はgRPCで接続しています。
rehearsal-players = チーム
rehearsal-adviser = 助言：advise の提案どおりに打つボットです
rehearsal-rival-aware = 読み：相手チームを1つずつ読み、先の入札も考えるボットです
rehearsal-strength = 強さ{ $strength }：練習用の10段階のボットです
rehearsal-steady = 堅実：毎回均等に、ほぼ価値どおりの価格で買い進めます
rehearsal-thrifty = 倹約：最低価格に近い価格で多くの石に入札し、再入札ではあまり競りません
rehearsal-bold = 強気：残り少ない石に、早いうちから高値をつけます
rehearsal-patient = 忍耐：終盤の入札に備えてTSUYAMAを残します
rehearsal-blocker = 妨害：首位のチームに必要な石の値もつり上げます
rehearsal-gambler = 気まぐれ：思いつくままに入札します
rehearsal-frame-and-stones = 石垣枠と石
rehearsal-frame = 石垣枠
shared-from = 最低 { $price }
rehearsal-round = 第{ $round }回入札（全{ $rounds }回）
rehearsal-round-rules = 優先順位を付けて{ $bids }件まで入札でき、1チーム最大{ $wins }個まで落札できます。全チームの入札がそろえば早く締め切ります。
rehearsal-on-offer = 対象の石
rehearsal-nothing-on-offer = 対象の石はもうありません。すべて落札されています。
shared-opening = 開札
rehearsal-declined = 辞退：空の入札（A2）
rehearsal-no-list = 辞退：入札なし（A4）
rehearsal-refused-before = 開札後の公開：{ $team }は先に{ $list }を送り、受け付けられませんでした：{ $why }。
rehearsal-replaced-before = 開札後の公開：{ $team }は先に{ $list }を入札し、締切前に差し替えました（A2）。
rehearsal-rebid = { $wave }回目の再入札
rehearsal-passed = 辞退
rehearsal-silent = 提出なし
rehearsal-next-lines = 待機していた次点の入札：
rehearsal-confirmation = 確定
rehearsal-before = 入札前
rehearsal-paid = 支払い
rehearsal-left = 残り
rehearsal-handed = 配布された石と価格
rehearsal-walls = 第{ $round }回入札後の石垣
rehearsal-walls-end = 競技終了時の石垣
rehearsal-walls-unchanged = 石垣は前回の表示から変わっていません。
rehearsal-wall-counts = 空き{ $empty } 上部{ $top }
rehearsal-stone-counts = 使用{ $used } 残り{ $unused }
rehearsal-end = 終了の合図
rehearsal-countdown = 競技終了まで
rehearsal-ranking = 順位
rehearsal-head-empty = 空き
rehearsal-head-top-gaps = 上部の抜け
rehearsal-head-held = TSUYAMA
rehearsal-head-used = 使用
rehearsal-head-unused = 未使用
rehearsal-killed = サーバーを強制終了しました（kill -9）。入札済み：{ $sealed }。
rehearsal-restarted = 記録から再起動しました。入札済みのものはそのまま残り、各クライアントも自動で再接続しました。
rehearsal-verdict = 検証
rehearsal-check-derived = サーバーが規則から導いた内容を、こちらでもすべて計算し直しました。{ $items }件、差異なし。
rehearsal-check-money = TSUYAMAの収支：開始時{ $initial } = 保有{ $held } + 支払い{ $paid }。
rehearsal-check-stones = 石の個数：全{ $copies }個 = 配布{ $handed }個 + 残り{ $pool }個。
rehearsal-check-views = 全チーム、審判、会場表示が見た試合は一致しています。
rehearsal-check-scripted-refusals = 受け付けられないはずの入札{ $refused }件は、正しい理由で受け付けられませんでした。
rehearsal-check-transcript = サーバーの試合記録を検証しました。{ $events }件のイベントを規則どおりに確認し、署名付きの照合番号{ $heads }件も会場表示に示されたものと一致しています。
rehearsal-check-receipts = 提出された入札と再入札{ $receipts }通すべてに受領証があり、記録の内容は各チームが送ったものと一致しています。
rehearsal-fingerprint = サーバーの鍵の指紋：{ $fingerprint }
rehearsal-transcript-kept = 試合記録の保存先：{ $path }。
rehearsal-files-kept = サーバーのファイルの保存先：{ $path }。
rehearsal-stopped = 中断しました。あとには何も残していません。
rehearsal-event-what = 1つのコマンドで行う大会全体のリハーサル
rehearsal-event-facts = 名簿{ $players }名、結果は乱数による。シード値{ $seed }
rehearsal-event-server = サーバーは独立したプロセスで動き、運営、受付、審判員、掲示板がgRPCで接続しています。
rehearsal-event-digits-refused = 設定と名簿の確定前のくじの入力は拒否されました（TV1）。
rehearsal-event-digits = くじの結果をつなげた乱数の種は{ $seed }です（TD2）。
rehearsal-event-absent = 欠場：{ $players }（TD7）
rehearsal-event-leagues = リーグ分け（出場人数）：{ $leagues }（TL）
rehearsal-event-pool = { $pool }（{ $games }局）：{ $text }
rehearsal-event-games = { $games }局：{ $text }
rehearsal-event-by-number = 番号順、上位半分と下位半分の大きい方どうし（TP1）
rehearsal-event-by-schedule = 総当たりの組み合わせ表による（TS2）
rehearsal-event-certificate = { $byes ->
        [0] 2回目の不戦勝なし
       *[other] 2回目の不戦勝{ $byes }
    }、{ $rematches ->
        [0] 再戦なし
       *[other] 再戦{ $rematches }
    }、勝数差ごとの組：{ $gaps }（TV2）
rehearsal-event-tables = 結果：{ $games }局中{ $shown }局
rehearsal-event-leaders = 上位の選手
rehearsal-event-late = { $winner }対{ $loser }の対戦カードが遅れ、届くまで次の組み合わせは拒否されました（TF5）。
rehearsal-event-card-turned = 対戦カードの勝者と敗者が逆に記入されていた
rehearsal-event-overruled = 審判員の裁定：{ $winner }が{ $loser }に勝ち。理由：{ $reason }（TV3）。受付による訂正は拒否されました（TO9）。
rehearsal-event-withdrew = { $player }が途中棄権しました（TW1）。
rehearsal-event-nobody-left = リーグに選手が残っていない
rehearsal-event-killed = この回の結果を{ $entered }件入力したところでサーバーを強制終了し（kill -9）、記録から再開しました。それまでの{ $facts }件はすべて同じ内容で届きました。
rehearsal-event-check-feed = 掲示板には{ $facts }件が届き、それぞれに署名付きの照合番号がありました。公開記録と一致しています。
rehearsal-event-keep-record = --transcript FILEを付けると公開記録が残り、誰でも検証できます。
rehearsal-event-verify = 次のコマンドで誰でも検証できます：

# === end of rehearsal ===

### === practice ===

practice-join = { $scenario }の練習です。チーム{ $team }の席が空いています。画面・ボット・team-client watch のどれかがつながると審判が始めます。
practice-pages = 同じネットワークのスマートフォンやタブレットでこのコードを読み取るか、ブラウザーでリンクを開いてください。
practice-pages-warning = 証明書が新しいため、ブラウザーが警告します。「詳細設定」から続けてください。リンクはほかの人に見せないでください。
practice-pages-open = ページは開いたままです。もう一度対戦するには画面の「もう一度対戦」を押し、終えるにはCtrl-Cを押してください。
practice-join-server = サーバー：
practice-join-token = トークンのファイル：
practice-join-example = 例：
practice-join-fingerprint = 指紋：
practice-join-elsewhere = ほかのパソコンでは、トークンファイルを移してから：
practice-join-then = 続けて：
practice-no-terminal = ここにはチーム画面を出せる端末がありません。--pagesを付けるとブラウザーで対戦でき、--joinを付けるとほかの端末やプログラムが席に着けます
practice-place = あなたは{ $teams }チーム中{ $place }
practice-bots = 相手のボット
practice-bots-of-strength = 相手のボット（強さ{ $strength }、10段階）
practice-verified = 記録を検証しました：{ $events }件の出来事はすべて規則どおりです。{ $receipts ->
    [0] 受領証は席に着いた側にあります。
   *[other] あなたの入札リストと再入札{ $receipts }件は、送ったとおりに記録されています。
}
practice-refused = ボットの手が{ $refused }回、規則により拒否されました。
practice-transcript = 記録は{ $path }にあります。
practice-receipts = 受領証は{ $path }にあります。
practice-left = 終わる前にやめました。何も残していません。

# === end of practice ===

### === arena ===
# lab arena：ボット同士の対戦。

arena-head = { $scenario }：{ $games }試合、シード{ $first }〜{ $last }
arena-bot = ボット
arena-seats = 席
arena-place = 平均順位
arena-won = 勝率
arena-doubted = 要確認のリスト
arena-pairs = 同じ試合の二つの席について、前のボットの順位が上である割合（同順位は半分と数える）：
arena-against = 相手
arena-share = 割合
shared-verdict = 判定
arena-ahead = 優位
arena-behind = 劣位
arena-unclear = 差は不明
arena-note = かっこ内は95%信頼区間。1試合を1件と数える。
arena-failed = { $bot }：失敗した決定 { $counts }
arena-first-failed = 最初のもの：{ $what }
arena-idle = { $bot }は全試合で有効な判断を一度も返していません。コマンドを確認してください。
arena-timing = { $seconds }秒、毎分{ $rate }試合、うちボットのプロセスを待った時間 { $share }%
arena-ladder = これまでに加えた全試合によるラダー：
arena-rating = レーティング
arena-ladder-games = 試合
arena-replay = 見どころの試合：{ $file }（{ $reasons }）
arena-close = 最も僅差
arena-comeback = 最大の逆転
arena-fought = 再入札が最多
arena-most-failed = 失敗した決定が最多

# === end of arena ===

### === fairness ===
# lab fairness：シナリオが公平な試合になるか。

fairness-head = { $scenario }（{ $teams }チーム）
fairness-against = 比較：{ $other }
fairness-figures = ファイルから数えた値
fairness-band = 範囲
fairness-apart = 許容差
fairness-inside = 範囲内
fairness-outside = 範囲外
fairness-alike = 同等
fairness-unlike = 相違
fairness-stone-share = 石のマス／石垣枠のマス
fairness-wins-share = 最大落札石数の合計／石垣に要る石
fairness-first-round-share = 第1回の最大落札数／石の数
fairness-lines-per-win = 最大入札石数／最大落札石数
fairness-price-share = 最低価格の合計／所持TSUYAMA
fairness-small-share = 小さい石（3マス以下）／石の数
fairness-awkward-share = 扱いにくい石のマス／石のマス
fairness-open = 未定
fairness-few-games = 未定（{ $least }試合のうち{ $games }試合）
fairness-no-spread = 未定（全試合が同じ値）
fairness-symmetry = 席を入れ替えて{ $games }試合を再現：{ $same }試合の結果が完全に一致。
fairness-equivalence = 空きマス／石垣枠
fairness-this = このシナリオ
fairness-other = 相手
fairness-difference = 差［90%］
fairness-field-mixed = 全種のボット
fairness-field-strong = 全席adviser
fairness-field-steady = 全席steady
fairness-simulated = ボットの対戦
fairness-mean = 平均［95%］
fairness-note = 未定：信頼区間が範囲の端をまたぐか、試合が{ $least }に満たないか、全試合が同じ値のもの。試合を増やせば決まる。1試合を1件と数える。
fairness-skill = 強いボットが上位になる割合
fairness-tau = 順位と強さのケンドールのタウ
fairness-by-empty = 空きマスで決まる順位
fairness-by-janken = ジャンケンでしか決まらない順位
fairness-ties = 1回あたりの同額
fairness-waves = 1回あたりの再入札
fairness-failed = 不調になる同額
fairness-fallback = W行より後での落札
fairness-at-minimum = 最低価格での落札
fairness-price-spread = 価格／最低価格のばらつき
fairness-left = 最後に残るTSUYAMA
fairness-efficiency = 埋めたマス／埋められるマス
fairness-lead-changes = 首位の交代
fairness-last-round = 最終回前の首位が勝つ割合
fairness-proved = 最良と証明できた石垣
fairness-full = 落札した石で枠が埋まる割合
fairness-without-adviser = 助言なしで上位になる割合
fairness-without-rebid = 再入札なしで上位になる割合
fairness-without-fallback = 次点なしで上位になる割合
fairness-without-rearranging = 組み替えなしで上位になる割合
fairness-buy-out = 買い占めの勝率／1席の割合
fairness-one-team-less = 1チーム減での空きマス増
fairness-one-team-more = 1チーム増での空きマス増
fairness-page-title = { $scenario } の公平性
fairness-page-teams = { $teams }チーム
fairness-page-of = { $scenario }（{ $teams }チーム）
fairness-page-sum = 範囲内 { $inside } 項目、範囲外 { $outside } 項目、未定 { $open } 項目。
fairness-page-how = 各組み合わせ { $games } 試合、シード { $first } ～ { $last }。
fairness-page-plot = 範囲との関係
fairness-page-value = 平均
fairness-page-interval = 95%信頼区間
fairness-page-equivalence = 互いに代わりになるか
fairness-page-plots = グラフ
fairness-page-empty = 石垣枠に対する空きマスの割合ごとの石垣
fairness-page-walls = { $scenario }：石垣 { $walls } 個、{ $squares } マス中、空きは平均 { $empty } マス（{ $share }%）
fairness-page-prices = 石の種類ごとの落札価格（全種のボット）
fairness-page-prices-how = 棒：価格の中央の半分と中央値。上の線：最高価格まで。灰色の線：最低価格。
fairness-page-table = 表で見る
fairness-page-minimum = 最低価格
fairness-page-quartiles = 四分位数
fairness-page-highest = 最高価格
fairness-page-sold = 落札／出品
fairness-page-leads = 回ごとの首位の交代（全種のボット）
fairness-page-leads-how = その回で、落札したマスの最も多いチームが替わった試合の割合。
fairness-page-file = ページを書き込めません（--html { $file }）

# === end of fairness ===

### === generate ===
# lab generate：シードからシナリオを作る。

generate-made = { $scenario }：石垣枠{ $squares }マス、石{ $stones }個、保証された石垣{ $walls }面

# === end of generate ===

### === log ===
# What stands beside the events when a whole game is written down.

log-head-time = 時刻
log-head-game-time = 試合時間
log-head-who = だれが
shared-token = トークン
log-head-what = できごと
log-set-up = 試合{ $game }「{ $title }」を準備しました。{ $count }チーム（{ $teams }）、入札{ $rounds }回、各チーム{ $money } TSUYAMAです（{ $rule }）。
log-replaced = { $revision }度目の提出で、前の提出は無効です（{ $rule }）。
log-by-hand = 代行入力の理由：{ $reason }（{ $rule }）。
log-won = { $award }（{ $rule }）。
log-stop = { $part }。
log-handed = { $team }に{ $stones }を配布し、{ $paid } TSUYAMAを減じました。残りは{ $held }です（{ $rule }）。
log-ranked = { $place } { $team }：空きマス{ $empty }、うち上部の抜け{ $top_gaps }。残り{ $held } TSUYAMA、使用した石{ $used }個、未使用{ $unused }個。
log-ranked-last = { $place } { $team }：失格、{ $reason }（{ $rule }）。
log-ranked-by = 次のチームとの差：{ $why }。
log-epoch = サーバーが記録簿から試合を引き継ぎました：第{ $epoch }期、識別{ $tag }。
log-goes-on = 結果はまだ確定していません。封のされた入札は、開札後に記録に載ります（{ $rule }）。
log-of-another-game = これは試合{ $id }の記録です
log-of-another-event = これは大会{ $id }の記録です

standby-caught-up = 同期しています：開始{ $games }試合、未開始{ $waiting }試合{ $events ->
        [0] {""}
       *[other] 、大会{ $events }件
    }、公開済みの記録{ $lines }行。
standby-lost = サーバーに接続できません。接続し直しています。（{ $reason }）
standby-lost-ended = サーバーが理由を示さずに写しの送信を終えました
standby-lost-unread = この写しからの確認をサーバーが読みません
standby-lost-foreign = 応答しているのは大会のサーバーではありません：{ $what }
standby-denied = サーバーは応答しますが、写しを取得できません。取得し直しています。（{ $reason }）
standby-lacks = このパソコンではまだ引き継げません。ここにないもの：{ $files }。これがなければ、この写しからは再開できません。今のうちにUSBメモリーなどで運んでください（ネットワークでは送らないこと）。
standby-given-up = バックアップできませんでした：サーバーから複製を受け取れません。サーバーが動いているか、--from の指定が正しいかを確かめてください
standby-left-out = サーバーで壊れていて、これ以上写せないもの：{ $games }。
standby-caught-up-no-sheets = 同期しており、引き継げます。ただし、ここにないもの：{ $files }。これがないと、このパソコンからは用紙やトークンを渡し直せません。（開始{ $games }試合、未開始{ $waiting }試合{ $events ->
        [0] {""}
       *[other] 、大会{ $events }件
    }、公開済みの記録{ $lines }行）
standby-caught-up-lacks = 同期していますが、引き継げません。ここにないもの：{ $files }（開始{ $games }試合、未開始{ $waiting }試合{ $events ->
        [0] {""}
       *[other] 、大会{ $events }件
    }、公開済みの記録{ $lines }行）
journal-copied = { $from }から{ $to }へ、試合{ $games }件（記録{ $records }件）を写し、1件ずつ照合しました。
task-in-use = 記録簿は稼働中のサーバーが使用しています。記録はそのサーバーから取得してください：judge-tui transcript { $game }（審判・運営）または team-client transcript { $game }（チーム）。あるいは先にサーバーを停止してください。
tokens-exist = { $path }がすでにあります。置き換えると、そのトークンは無効になります（--force を付けると置き換えます）
# === end of log ===

### === events around the games ===
# 大会で起きたこと。事実1つに1文、キーは事実の名前。

competition-created = 大会{ $event }「{ $title }」を作成しました（TV1）。
competition-roster-set = 名簿を登録しました：{ $entrants }行（TD4）。
competition-committed = 設定と名簿を確定しました。ハッシュ値は{ $hash }（TV1）。
competition-digits-entered = 抽選の結果は{ $results }。これで番号が決まります（TD2）。
competition-digits-overruled = 裁定：くじの結果は{ $results }、番号はこれで決まります。理由：{ $reason }（TD8、TV3）。
competition-attendance-marked = { $name }は{ $absent ->
        [1] 欠場です
       *[other] 出場します
    }（TD7）。
competition-attendance-overruled = 裁定：{ $name }は{ $absent ->
        [1] 欠場です
       *[other] 出場します
    }。理由：{ $reason }（TD7、TV3）。
competition-slip-drawn = { $name }がくじ{ $number }番を引きました（TD6）。
competition-leagues-made = 受付を終了し、{ $leagues }リーグに分けました（TL1）。
competition-round-paired = 第{ $round }回戦の組み合わせ（TP）：
competition-result-entered = 第{ $round }回戦：{ $winner }が{ $loser }に勝ちました。{ $how }（TO9）。
competition-player-withdrew = { $name }は次の組み合わせから途中棄権です（TW1）。
change-no-result = 結果なし
change-result = 第{ $round }回戦：{ $after }（変更前：{ $before }）
change-digits = 抽選の結果：{ $after }（変更前：{ $before }）
change-attendance = { $name }：{ $absent ->
        [1] 欠場（変更前：出場）
       *[other] 出場（変更前：欠場）
    }
change-shift = 組分け：{ $name }は{ $after }（変更前：{ $before }）
change-excused = { $name }：{ $excused ->
        [1] 次の回戦を欠場（負けになります）
       *[other] 次の回戦に出場
    }
change-game-removed = 第{ $round }回戦　取り消し：{ $one } – { $other }
change-game-added = 第{ $round }回戦　卓{ $table }：{ $one } – { $other }
change-bye = 第{ $round }回戦：{ $name }は{ $added ->
        [1] 不戦勝
       *[other] 不戦勝でなくなります
    }
change-none = なし
change-first = { $name }リーグ1位：{ $after }（変更前：{ $before }）
change-place = { $name }の最終順位：{ $after }位（変更前：{ $before }位）
change-wins = { $name }の勝数：{ $after }（変更前：{ $before }）
change-rank = { $name }の暫定順位：{ $after }位（変更前：{ $before }位）
change-advance = { $stage }：{ $name }は{ $advances ->
        [0] 進出できなくなります
       *[other] 進出します
    }
change-stage-place = { $stage }の{ $name }の順位：{ $after }位（変更前：{ $before }位）
competition-round-unpaired = 裁定：第{ $round }回戦の組み合わせを取り消します。理由：{ $reason }（TV3）。
competition-round-paired-by-ruling = 裁定：第{ $round }回戦は次の組を指定して組み合わせます：{ $fixed }。理由：{ $reason }（TV3）。
competition-player-excused = 裁定：{ $name }は次の回を欠席します。理由：{ $reason }（TV3）。
competition-game-reopened = 裁定：結果{ $entry }を取り消し、その対局をやり直します。理由：{ $reason }（TV3）。
competition-notice-posted = お知らせ：{ $text }（TV4）
competition-players-called = 第{ $round }回戦：{ $players }を卓{ $table }に呼び出しました（TV4）。
competition-result-overruled = 裁定：結果{ $entry }に代えて、{ $winner }が{ $loser }に勝ったものとします。{ $how }。理由：{ $reason }（TV3）。
competition-first-named = 裁定：{ $name }を{ $league }リーグの1位とします。理由：{ $reason }（TF4、TV3）。
competition-first-confirmed = 順位で決まった{ $league }リーグの1位を確認しました（TF4）。
competition-team-attendance-marked = { $name }は{ $stage }に{ $absent ->
        [1] 欠場です
       *[other] 出場します
    }（TD7）。
competition-groups-drawn = { $stage }のグループを抽選しました（TG2）。
competition-game-counted = { $stage }第{ $group }グループの{ $spare ->
        [1] 予備の試合
       *[other] 試合
    }を集計しました（TG4）。
competition-game-replaced = { $stage }第{ $group }グループの試合を予備の試合に替えました。理由：{ $reason }（G4）。
competition-game-overruled = 裁定：{ $stage }第{ $group }グループの結果を改めました。理由：{ $reason }（TV3）。
competition-janken-entered = { $stage }のじゃんけんの順、上位から：{ $order }（TG4）。
competition-janken-overruled = 裁定：{ $stage }のじゃんけんの順、上位から：{ $order }。理由：{ $reason }（TV3）。
competition-stage-closed = { $last ->
        [1] { $stage }が終了し、全試合が終わりました（TG4）。
       *[other] { $stage }が終了し、進出チームが決まりました（TG4）。
    }
competition-ruled = 裁定：{ $text }（TV3）。
competition-ranking-declared = 最終順位を発表しました（TE）。
competition-event-abandoned = 大会を中止しました：{ $reason }（TV3）。
competition-game = { $one } 対 { $other }
competition-bout = { $bout }：{ $one } 対 { $other }
competition-bye = { $name }：不戦勝
competition-place = { $place }位　{ $name }
competition-goes-on = 大会はこの後も続きます。

# === end of events around the games ===

### === board ===
# judge-tui board：会場の画面。

board-title = 石垣工務店：会場表示
board-too-small = 画面が小さすぎます。{ $columns }桁{ $lines }行が必要です。
board-unknown-games = 「{ $games }」という試合はありません。試合：{ $known }
board-unknown-events = 「{ $events }」という大会はありません。大会：{ $known }
board-no-games = 始まった試合はまだありません。始まるとここに表示されます。
board-await = { $server }から試合が届くのを待っています。
board-no-server = { $server }のサーバーが応答しません。接続を試み続けています。
board-fingerprint = 鍵の指紋 { $fingerprint }
board-head = 最後の照合番号 { $head }
board-head-of = { $game }の最後の照合番号 { $head }

board-standings = 今終了した場合
board-standings-ended = 順位（確定前）
board-standings-abandoned = 中止時の状況
board-standings-veiled = 順位（下位から順に発表）
board-standings-final = 最終結果
board-winner = 優勝
board-winner-why = 決め手は{ $why }
board-help = キー

board-paused = 一時停止
board-by-hand = キーで開示中　Space：次へ　a：自動
board-round = 第{ $round }回入札（全{ $rounds }回）{ $attempt ->
    [1] {""}
   *[other] 、{ $attempt }度目
}
board-round-final = 第{ $round }回入札（全{ $rounds }回）、確定
board-round-void = 第{ $round }回入札（全{ $rounds }回）、{ $attempt }度目：無効
board-void = { $reason }（G5）
board-sealed = { $of }チーム中{ $sealed }チームが入札済み
board-sealed-rebids = 同額の{ $of }チーム中{ $sealed }チームが再入札済み

board-lot = { $lot } ×{ $copies } 最低{ $min }
board-no-lots = 石は残っていません。
ranking-covered = まだ発表されていない順位があります。
board-covered = ？？？
board-lot-failed = { $copies ->
    [1] {""}
   *[other] { $copies }個
}不調：{ $why }
board-lot-unsold = 落札なし{ $copies }個
board-lot-free = まだ落札なし{ $copies }個
board-wall = 空き{ $empty }
board-wall-counted = 空き{ $empty }（手作業）

board-more-announcements = » ほか{ $count }件
board-asked = 質問：{ $asked }
board-answered = 回答：{ $text }

board-event-results = { $of }局中{ $count }局の結果が届いています
board-event-group-results = { $of }試合中{ $count }試合を集計しました
board-event-entrants = 参加者 { $count }名
board-event-teams = 参加 { $count }チーム

board-key-uncover = 次を開く
board-key-auto = 自動／手動
board-key-bell = ベル：入／切
board-key-by-itself = 場面に合わせる
shared-standings = 順位
board-key-event = 大会
board-key-help = キー

# === end of board ===

### === tournament ===
# The screen on which an event is held. Panels and keys are short; sentences end with a full stop.

tournament-role = （{ $role }）
tournament-contact-stopped = 停止しています
tournament-none-yet = 大会はまだありません。運営が作成します：C
tournament-none-chosen = 大会が選ばれていません。
tournament-await = { $server }から大会が届くのを待っています。
tournament-which = どの大会ですか
tournament-finding = 検索：{ $text }
tournament-panel-roster = 名簿
tournament-panel-draw = 抽選
tournament-panel-round = 対戦
tournament-panel-leagues = リーグ
tournament-panel-bracket = 決勝
tournament-panel-ranking = 最終順位
tournament-panel-rulings = 裁定
tournament-keys-panel = 画面
tournament-keys-form = 入力
tournament-keys-ask = 確認
tournament-keys-find = 検索
tournament-keys-choice = 大会の選択
tournament-keys-read = 文章
tournament-key-of-office = { $meaning }（{ $office }）
tournament-key-next = 次へ進む
tournament-key-result = 結果の入力・裁定
tournament-key-game = 試合を見る
tournament-key-replace = 予備の試合
tournament-key-count = 手で集計
tournament-key-overrule-game = 結果の裁定
tournament-key-overrule-digits = くじの結果の裁定
tournament-key-overrule-janken = じゃんけんの裁定
tournament-key-why = 組み合わせの理由
tournament-key-find = 検索
tournament-key-attendance = 欠場・出場
tournament-key-slip = シードのくじ
tournament-key-withdraw = 途中棄権
tournament-key-reopen = 対局をやり直す
tournament-key-excuse = 1回欠席
tournament-key-unpair = 組み合わせを取消
tournament-key-pair-by-ruling = 相手を指定
tournament-no-pairing = いま組み合わせを作れる回はありません。
tournament-no-result = この対局にはまだ結果がありません。
tournament-unpair-first = この回の組み合わせはもうあります。先に取り消してください。
tournament-key-roster = 名簿の読み込み
tournament-key-create = 大会の作成
tournament-key-name-first = 1位の指名
tournament-key-confirm-first = 1位の確認
tournament-key-rule = 裁定の記録
tournament-key-announce = お知らせ
tournament-key-call = 選手の呼び出し
tournament-key-abandon = 大会の中止
tournament-key-print = 印刷
tournament-key-round-before = 前の回戦
tournament-key-round-after = 次の回戦
tournament-key-stage-before = 前のステージ
tournament-key-stage-after = 次のステージ
tournament-key-page-up = 前の頁
tournament-key-page-down = 次の頁
tournament-key-first = 先頭へ
tournament-key-left = 左へ
tournament-key-right = 右へ
tournament-key-all-again = すべて表示
tournament-key-events = 別の大会
tournament-key-quit = 終了
tournament-key-send = 送信
tournament-key-next-field = 次の欄
tournament-key-previous-field = 前の欄
tournament-key-next-choice = 次の選択肢
tournament-key-previous-choice = 前の選択肢
tournament-key-erase = 1字消す
tournament-key-clear = 欄を消す
tournament-key-take-find = 絞り込む
shared-take = 選ぶ
tournament-head-kana = かな
tournament-head-woman = 女子
tournament-woman = ○
tournament-roster-count = 名簿{ $count }名：出場 { $present } / { $count }{ $absent ->
        [0] {""}
       *[other] 、欠場{ $absent }名（TD7）
    }
tournament-teams-count = 名簿{ $count }チーム　{ $stage }に出場：{ $present } / { $of }{ $absent ->
        [0] {""}
       *[other] 、欠場{ $absent }チーム（TD7）
    }
tournament-not-in-stage = 出場なし
tournament-roster-faults = { $first }（ほか{ $more }件：judge-tui event roster { $file }）
tournament-not-committed = 設定と名簿はまだ確定していません（TV1）。
tournament-no-draw = くじの結果がまだ入力されていません（TD2）。
tournament-no-leagues = リーグ分けはまだです（TL）。
tournament-no-ranking = すべての試合が終わると最終順位が出ます（TE）。
tournament-no-round = まだ組み合わせがありません。
tournament-no-rulings = 裁定はありません。
tournament-can-be-paired = 第{ $round }回戦の組み合わせができます。
tournament-open-of = 未入力：{ $games }局中{ $open }局
tournament-games-open-of = 未集計：{ $games }試合中{ $open }試合
tournament-overruled = 第{ $round }回戦、入力{ $entry }：{ $entered }の勝ちと入力。裁定により{ $winner }が{ $loser }に勝ち（TV3）：{ $reason }
tournament-why-pair = 第{ $round }回戦：{ $one }対{ $other }
tournament-why-knock-out = 決勝トーナメント：各リーグの1位とそれまでの勝敗で決まります（TK1）。
tournament-why-prize = 入賞決定戦：対象者のi位と13 - i位が対戦します（TK2）。
tournament-why-women = 女子決勝：決勝に女子がいないため、準決勝で敗れた女子から順に女子の上位2名が対戦します（TK3）。
tournament-why-pool = { $pool }：この回は{ $pairs }局です。
tournament-why-first-round = 第1回戦は抽選番号だけで組みます（TP1）。
tournament-why-costs = この組み合わせの内訳：不戦勝を受ける選手のこれまでの不戦勝{ $byes }回（TP3 a）、再戦{ $rematches }局（TP3 b）、勝数差{ $gaps }（TP3 c）。
tournament-why-best = これより良い組み合わせはなく、それが証明です（TV2）。同じ内訳の中では、最上位の選手から順に、組めるなかで最も下位の相手と組みます（TP4）。
tournament-why-bye = 奇数のため、仮の選手と組んだ{ $player }が不戦勝です（TP2）。
tournament-choice-none = 未選択
tournament-choice-not-kept = 記録なし
tournament-field-preset = 方式
tournament-field-lottery = { $lottery }（{ $digits }桁）
tournament-field-lottery-date = くじの抽選日（例：2026-12-05）
tournament-field-number = くじの番号
tournament-field-counts = 集計
tournament-field-winner = 勝者（○）
tournament-field-winner-signed = 勝者の署名
tournament-field-loser-signed = 敗者の署名
tournament-field-end = 終わり方
tournament-field-discs = 石数（勝者:敗者）
tournament-field-draw-win = 引き分け勝ちの権利
tournament-field-moves = 棋譜
tournament-field-league = リーグ
tournament-field-reason = 理由
tournament-field-english = 英語で
tournament-field-japanese = 日本語で
tournament-ask-create = 方式を選んで大会を作ります。IDはa〜z、0〜9と-です。
tournament-ask-roster = このパソコンのファイルから名簿を読みます。見出し付きのCSVかJSONの列です（TD4）。前の名簿は置き換わります。
tournament-ask-digits = くじの結果を順番に、全桁入力してください。抽選はこれで決まります。リーグ分けやグループ分けの前なら審判員の裁定で直せます（TD2、TD8）。
tournament-ask-slip = { $player }が引いたくじの番号（TD6）
tournament-ask-result = 第{ $round }回戦：{ $one }対{ $other }。入力後は裁定でしか変わりません（TO9）。
tournament-ask-reopen = 入力{ $entry }の結果を取り消し、対局をやり直しますか。次の回を組み合わせるまでできます。入力は記録に残り、理由は公開されます（TV3）。
tournament-ask-overrule = 入力{ $entry }（{ $one }対{ $other }）に代わる結果。入力は記録に残り、理由は公開されます（TV3）。
tournament-ask-name-first = 誰も残っていないリーグの1位（TF4）。選手は番号、ID、名前で。理由は公開されます。
tournament-ask-confirm-first = 順位で決まったどのリーグの1位を確認しますか（TF4）。
tournament-ask-rule = 裁定の文章。公開されます（TV3）。
tournament-ask-announce = 会場の画面とスマートフォンに出すお知らせです。少なくとも一つの言語で入力してください。公開されます（TV4）。
tournament-ask-call = 卓{ $table }の選手を呼び出しますか。会場の画面と本人のスマートフォンに「{ $japanese }」「{ $english }」と表示します。
tournament-ask-abandon = 大会を中止します。この先は何もできません。理由は公開されます。
tournament-ask-commit = 設定と名簿（{ $count }名）を確定しますか。以後は変更できません。ハッシュ値は最初のくじの前に公表します（TV1）。
tournament-ask-commit-teams = 設定と名簿（{ $count }チーム）を確定しますか。以後は変更できません。ハッシュ値は最初のくじの前に公表します（TV1）。
tournament-ask-leagues = 受付を終えてリーグ分けをしますか。以後は欠場・出場を変えられません（TD7、TL）。
tournament-ask-pair = 第{ $round }回戦を組み合わせますか。棄権する選手は先に入力してください（TW1）。
tournament-ask-declare = 最終順位を発表しますか。以後は何も変わりません（TE）。
tournament-ask-withdraw = { $player }は棄権しますか。次の組み合わせから外れます（TW1）。
tournament-ask-unpair = 第{ $round }回戦の組み合わせを取り消しますか。結果が1局も入っていない間だけできます。裁定は公表されます（TV3）。
tournament-ask-pair-by-ruling = 第{ $round }回戦で{ $player }の相手を指定します。ほかの選手は規則どおりに組みます。裁定は公表されます（TV3）。
tournament-ask-pair-by-ruling-both = 第{ $round }回戦を、{ $player }対{ $other }と指定して組みます。ほかの選手は規則どおりに組みます。裁定は公表されます（TV3）。
tournament-ask-excuse = { $player }は次に組む回を欠席しますか。負けとして数えます。裁定は公表されます（TV3）。
tournament-question = 確認
tournament-slip = 対戦カード
tournament-ruling = 裁定
tournament-waiting = 送信中…
tournament-sent = 送信しました。
tournament-done = 完了：{ $what }
tournament-silent = 応答がありません（{ $code }）。実行されたかもしれません。確かめてから送り直してください。
tournament-lacks = 「{ $field }」が空です。
tournament-unreadable = 「{ $field }」が読み取れません。
tournament-lacks-draw-win = 32対32では引き分け勝ちの権利を持つ選手の勝ちです（TO5）。権利を持つ選手を選んでください。
tournament-lacks-signatures = 両者の署名がそろっていません（TO9）。もう一度押すとこのまま送信します。
tournament-changed = 大会の状況が変わりました。確かめてから、もう一度操作してください。
tournament-deliberate = 取り消せません。実行するにはY（Shiftを押しながら）、やめるにはEscを押してください。
tournament-not-yet = 今はできません：{ $why }。
tournament-sure-ruling = 上のとおり変わります。裁定しますか？
tournament-sure = 実行しますか。取り消せません。
tournament-printed = 書き出しました：{ $file }。コマンド：{ $command }
tournament-print-in-groups = 印刷できるのはグループ（3）と最終順位（7）です。
tournament-needs-organiser = 運営だけができます。運営のトークン（organiser.token）の画面で行ってください。
tournament-needs-desk = 受付と運営だけができます。そのトークン（desk.token、organiser.token）の画面で行ってください。
tournament-needs-referee = 審判員と審判長だけができます。そのトークン（referee.token、judge.token）の画面で行ってください。
tournament-results-first = この回戦の結果がまだそろっていません（TF5）。
tournament-is-over = 大会は終わっています。
tournament-no-player-here = ここに選手はいません。名簿で選んでください。
tournament-no-team-here = ここにチームはありません。名簿で選んでください：1
tournament-no-game-here = ここに試合はありません。上の一覧で選んでください。
tournament-no-games-yet = 試合はグループの抽選後にできます（TG2）。
tournament-look-at-round = 結果と組み合わせは「対戦」の画面にあります：3
tournament-look-at-groups = 試合は「グループ」の画面にあります：3
tournament-groups = グループ
tournament-janken = じゃんけん
tournament-spare = 予備の試合
tournament-in-leagues-only = リーグ方式の大会だけのものです（この大会はグループ方式です）。
tournament-in-groups-only = グループ方式の大会だけのものです（この大会はリーグ方式です）。
tournament-stage = 第{ $number }ステージ（全{ $of }）：{ $stage }
tournament-stage-teams = { $count }チーム{ $absent ->
        [0] が出場します
       *[other] のうち{ $absent }チームが欠場です（TD7）
    }。グループ分けはまだです（TG2）。
tournament-head-group = グループ
tournament-head-teams = チーム数
tournament-game-open = 未集計
tournament-game-counted = 集計済み
tournament-game = 試合
tournament-game-of = 試合：{ $game }　シナリオ：{ $scenario }
tournament-game-by-hand = 試合：{ $game }（サーバー外の試合、結果は手で集計）
tournament-game-is-open = 結果はまだありません（E4）。
tournament-game-is-counted = 結果は集計済みです（E4）。
tournament-game-is-ruled = 結果は裁定によります（TV3）：{ $reason }
tournament-missing-result = 未了：この試合の結果。審判長がコンソールで結果を確定すると集計されます（E4）。
tournament-missing-count = 未了：この試合の結果。運営が手で集計します（E4）：c
tournament-missing-others = 未了：このステージの他の{ $games }試合の結果。
tournament-missing-nothing = このステージはすべて終わりました。運営が終了できます（TG4）：n
tournament-stage-is-closed = このステージは終了しています（TG4）。
tournament-games-first = このステージの試合の結果がまだそろっていません（TG4）。
tournament-counts-by-itself = この試合はサーバーが集計します。結果を改めるのは裁定です：o（TV3）
tournament-no-digits = くじの結果はまだ入力されていません。運営が先に入力します（TD2）。
tournament-digits-stand = この数字による抽選は確定しています（TD8）。運営が大会を中止し、同じ設定と名簿で作り直します。
tournament-no-janken = このステージで入力されたじゃんけんはありません（TG4）。
tournament-counts-unreadable = 「{ $field }」には数字5つ（空き、上部、保有、使用、未使用）か、失格ならoutを入力してください。
tournament-ask-janken = 境目で同順位のチームがあります。じゃんけんの順を上位から選んでください（TG4）。
tournament-ask-count = グループ{ $group }の各チームの、空きマス、上部の抜け、残りTSUYAMA、使用した石、未使用の石（例：3 1 40 9 2）。失格ならout（E2）。
tournament-ask-overrule-game = グループ{ $group }の結果に代わる、各チームの空きマス、上部の抜け、残りTSUYAMA、使用した石、未使用の石（例：3 1 40 9 2）。失格ならout。理由は公開されます（TV3）。
tournament-ask-overrule-digits = くじの主催者が公表した結果を全桁入力してください。入力済みの結果が入っています。理由は公開されます（TD8、TV3）。
tournament-ask-overrule-attendance = { $player }を{ $absent ->
        [1] 欠場
       *[other] 出場
    }とします。数字が入力済みなので、他の人のリーグが変わる裁定です。理由は公開されます（TD7、TV3）。
tournament-ask-overrule-janken = 第{ $number }ステージのじゃんけんに代わる順を上位から選んでください。理由は公開されます（TV3）。
tournament-ask-replace-counted = グループ{ $group }の試合は【集計済み】です。結果を取り消し、予備の試合を行います。元には戻せません（G4）。理由は公開されます。
tournament-ask-replace-game = グループ{ $group }の試合に代えて予備の試合を行います（G4）。理由は公開されます。
tournament-ask-draw-groups = 第{ $number }ステージのグループを抽選しますか。以後は欠場・出場を変えられません（TG2、TD7）。
tournament-ask-close-stage = 第{ $number }ステージを終えますか。進出チームが決まり、以後は裁定でしか変わりません（TG4、TV3）。

# === end of tournament ===

### === replay ===
# judge-tui replay：記録からの再生。

replay-partial = 一部のみ確認：{ $gaps }。
replay-gap-signer = 署名者は未確認です（--key）
replay-gap-unsigned = 末尾の{ $count }行に署名がありません
replay-unsigned = 署名なし：{ $what }
replay-start = 試合の始まり。
replay-playing = 再生中 ×{ $speed }
replay-stopped = 停止 ×{ $speed }
replay-help = 再生のキー
replay-key-play = 再生・停止
replay-key-next = 次の記録
replay-key-previous = 前の記録
replay-key-next-round = 次の回
replay-key-previous-round = 前の回
replay-key-first = 始めへ
replay-key-last = 終わりへ
replay-key-faster = 速く
replay-key-slower = 遅く
replay-key-turn = 入らなかった分

# === end of replay ===

# === polish of console and board ===

console-key-repaint = 画面を描き直す
board-practice = 練習：結果には数えません
console-warn-abandon-practice = 練習をここで終了します。結果には数えず、再試合も不要です。再開はできません（G4）。
console-practice-leave = { $abandon }：練習を終了  { $games }：一覧
console-next-offline = 接続を待っています。今は何も送れません。
console-next-unserved = サーバーが試合を引き継ぐまで、ここでは何もできません。
console-next-stopped = サーバーが再起動されるまで、ここでは何もできません。
console-equal-so-far = 今のところ同順
console-handout-arrived = 到着済み
console-team-and-code = { $name }（{ $code }）

# === end of polish ===

### === team-tui ===
# team-client tui: チームの画面。「行」は入札リストの一つの入札、「下書き」はまだ提出していないもの。

team-too-small = 画面が小さすぎます。{ $columns }桁{ $lines }行以上必要です。
team-no-game = 試合の情報がまだ届いていません。
team-title = { $team } / { $game }
team-title-alone = { $team }
team-round-of = 第{ $round }回入札（全{ $rounds }回）{ $attempt ->
        [1] {""}
       *[other] { $attempt }度目
    }：{ $phase }
team-held = { $held } TSUYAMA
team-held-then = { $held } → { $then } TSUYAMA
team-unread = 新着{ $count }件：{ $show }
team-waiting = { $time } 経過
team-game-time = 試合 { $time }

team-contact-receipt = 受領証が不正：審判を呼んでください

team-panel-sheet = 入札リスト
team-panel-rebid = 再入札
team-panel-results = 結果
team-panel-rivals = 全チーム
team-panel-wall = 石垣
team-panel-messages = メッセージ
team-panel-log = 経過
team-title-open = { $name }、第{ $round }回：最大{ $bids }入札、最大{ $wins }落札
team-title-coming = { $name }、第{ $round }回（開始前）：最大{ $bids }入札、最大{ $wins }落札
team-title-unsettled = { $name }、第{ $round }回は未決着
team-title-of = { $name }：{ $team }

team-mark-await = { $server }の応答を待っています…
team-mark-early = 接続済みです。このチームの試合は今ありません。始まれば自動で表示します。
team-mark-revoked = トークンが失効：送信は拒否されます。{ $leave } で終了し、もう一度 join してください
team-mark-not-playing = このトークンのチームはこの試合に出ていません。
team-mark-lost = 提出した入札が失われました。もう一度提出し、審判を呼んでください。
team-mark-out = 失格：入札も配置もできません (E3)。
team-mark-barred = 失格は取り消されました。入札と配置は次の入札から再開できます (E3)。
team-mark-sending = 送信中…
team-mark-unknown = 何が提出済みか不明です：返事がありません。接続が戻るまでお待ちください。
team-mark-overtaken = 第{ $revision }版が別の所で提出されました。{ $take } で取り込み、{ $seal } で差し替え。
team-mark-stopped = 試合も時計も止まっています。提出済みのものは有効です。お待ちください。
team-mark-ready = 入札の開始を待っています。今書いた下書きはそのまま残ります。
team-mark-not-tied = 他チームの再入札中です。落札した石は確保されています。
team-mark-confirming = 審判長の確認待ちです。今書く下書きは次の入札のものです。
team-mark-confirming-last = 審判長の確認待ちです。
team-mark-building-there = 石垣を組んでください。{ $key } で石垣へ。
team-mark-building = 石垣を組んでください。
team-mark-ended = 試合が終わりました。結果の発表を待ってください。
team-mark-final = 最終順位：{ $teams }チーム中{ $place }
team-result-title = 最終結果
team-result-place = { $teams }チーム中{ $place }
team-result-behind = { $team }の次：{ $why }
team-result-ahead = { $team }より上：{ $why }
team-result-note = * 次のチームとの差を決めた項目
team-mark-over = これ以上の入札はありません。
team-mark-no-list = 未提出です。このままでは辞退になります。
team-mark-unsealed = 未提出です（下書き{ $lines }件）。{ $seal } で提出。
team-mark-differs = { $time }の提出後に変更{ $changes }件。{ $seal } で提出、{ $take } で元に戻す。
team-mark-declined-differs = { $time }に辞退済み。下書きは未提出です。{ $seal } で提出。
team-mark-declined = { $time }に辞退しました。締切までは差し替えられます。
team-mark-sealed = 提出済み（{ $time }）：{ $lines }件、{ $total } TSUYAMA
team-mark-sealed-lines = 提出済み（{ $time }）：{ $lines }件
team-mark-receipt = 受領証が提出済みのリストと合いません。審判を呼んでください。
team-wait-paused = 一時停止中です。再開後に提出できます。
team-wait-offline = 接続が切れています。戻ると提出できます。
team-mark-wait-sealed = 提出済み（{ $time }）。{ $wait }
team-mark-wait-none = 未提出です。{ $wait }
team-mark-wait-differs = { $time }の提出後に変更{ $changes }件。{ $wait }
team-mark-tied = 同額です。未提出です。値を上げないと石を失います (A7)。
team-mark-rebid-differs = { $time }の再入札後に変更{ $changes }件。{ $seal } で提出、{ $take } で元に戻す。
team-mark-passed = { $time }に見送りました。締切までは差し替えられます。
team-mark-rebid-sealed = 再入札を提出済み（{ $time }）：{ $lines }件、{ $total } TSUYAMA

team-head-squares = マス
team-head-last = 前回
team-head-purse = 使える額
team-head-squares-won = マス
team-head-needs = 不足
team-head-empty = 空き
team-lots-none = 出品されている石はありません。
team-lot-head = { $lot }、最低{ $min } TSUYAMA
team-history-none = これまでの回には出ていません。
team-history-sold = 第{ $round }回：落札{ $paid }。入札{ $bids }件、最高{ $most }
team-history-bid = 第{ $round }回：落札なし。入札{ $bids }件、最高{ $most }
team-history-tied = 第{ $round }回：{ $tied }で同額、再入札中。入札{ $bids }件
team-history-sold-tied = 第{ $round }回：落札{ $paid }。{ $tied }で同額、再入札中。入札{ $bids }件、最高{ $most }
team-history-unsold = 第{ $round }回：入札なし

team-draft = 下書き
team-draft-empty = 空です。石を選んで価格を入力するか、a を押してください。
team-total = { $lines }/{ $most }行、{ $total }/{ $held } TSUYAMA、残り{ $left }。すべて落札で最大{ $cost }
team-sealed = 提出済み
team-sealed-revision = 提出済み 第{ $revision }版
team-sealed-none = なし
team-sealed-unknown = 不明（返事がありません）
team-sealed-before = その前：第{ $revision }版
team-sealed-declined = 辞退（空のリスト）
team-sealed-total = 合計{ $total }
team-sealed-differs = ≠ 下書きと違います

team-rebid-budget = 同額の行に合計{ $budget } TSUYAMAまで付けられます。今は{ $total } (A7)。
team-rebid-terms = { $above }より上、最大{ $most }。{ $copies }個を争っています
team-rebid-rivals = 同額の相手：{ $rivals }
team-rebid-rival = { $team }（最大{ $most }）
team-rebid-rival-cannot = { $team }（上げられない）
team-rebid-given-up = -
team-rebid-sealed-none = 提出済み：なし。何もしないと石を失います (A7)。
team-rebid-sealed-pass = 提出済み：見送り
team-rebid-sealed = 提出済み：{ $raises }
team-rebid-raise = 行{ $line }を{ $price }

team-results-none = まだ開札されていません。
team-results-open = 第{ $round }回入札{ $attempt ->
        [1] {""}
       *[other] { $attempt }度目
    }、未確定
team-results-final = 第{ $round }回入札
team-results-void = 第{ $round }回入札 { $attempt }度目、無効
team-results-absent = この回は不参加（E3）
team-results-no-list = 辞退（リストなし、または空）
team-results-charge = 合計{ $charge } TSUYAMA
team-results-others = ほかのチームの落札（石、チーム、TSUYAMA）
team-results-award = { $lot } { $team } { $price }
team-results-others-none = ほかのチームの落札はありません。
team-won = 第{ $round }回：{ $stones }を落札。残り{ $left } TSUYAMA。{ $lost }
team-won-yet = 第{ $round }回：{ $stones }を落札（確認待ち）。確定すると残り{ $left } TSUYAMA。{ $lost }
team-won-nothing = 第{ $round }回：落札なし。残り{ $left } TSUYAMA。{ $lost }
team-won-nothing-yet = 第{ $round }回：今のところ落札なし（確認待ち）。確定すると残り{ $left } TSUYAMA。{ $lost }
team-won-stone = { $lot }（{ $price }）
team-won-lost = 落札できず{ $count }件（理由は { $show }）。
team-message-alone = このチームだけへのお知らせ：{ $text }
team-message-answer = 質問「{ $asked }」への個別回答：{ $text }
team-question-count = { $count }／{ $most }文字。結果の確定後は、質問と質問したチームが公開されます。
team-more-news = » ほか{ $count }件：h で経過を表示。
team-more-above = ↑ ほか{ $count }行
team-more-below = ↓ ほか{ $count }行
team-rivals-note = 使える額：保有額から落札済みの額を引いたもの。石とマスは確認前の落札も含みます。不足：それらの石では埋められない枠のマス数。
team-rival-out = 失格 (E3)

team-wall-none = 数える石垣がありません。
team-wall-counts = 空き{ $empty }、上部の抜け{ $gaps }、使用{ $used }、未使用{ $unused }
team-wall-of = { $team }の石垣
team-wall-hand = 未配置：
team-wall-hand-none = 未配置の石はありません。

team-ask-title = 確認
team-ask-seal = 提出しますか。普段と違う点があります：
team-ask-decline = 空のリストで今回の入札を辞退しますか。下書きは残ります。
team-ask-pass = 再入札を見送り、同額の石をすべて諦めますか。
team-ask-replaces = 第{ $revision }版を差し替えます。
team-ask-take = 下書きを捨てて、提出済みのものを取り込みますか。
team-ask-quit = 終了しますか。提出済みのものは有効なままです。
team-ask-quit-draft = 終了しますか。下書きは未提出です。このパソコンに残り、次に開いたとき戻ります。提出済みのものは有効なままです。
team-ask-quit-practice = 終了しますか。練習はここで終わります。ボットも止まり、提出したものも置いた石も残りません。
team-ask-quit-wall = 石垣の下書きは未送信で、閉じると失われます。有効なのはサーバーにある石垣です。
team-ask-game = どの試合に入りますか。チームの試合：
team-doubt-far-above = 行{ $line }：{ $lot }に{ $price }。これまでの最高は{ $before }です
team-doubt-far-above-min = 行{ $line }：{ $lot }に{ $price }。最低価格は{ $min }、残りの石1個あたりの予算は{ $share }です
team-doubt-nearly-all = 保有{ $held } TSUYAMAのうち{ $cost }を使う可能性があります
team-doubt-cheaper-first = { $lot }：安い行{ $first }が高い行{ $then }より優先されています
team-doubt-elsewhere = 第{ $revision }版はもう1台か運営が提出したものです。これを差し替えます

team-notice-on-its-way = 前の送信の返事を待っています。
team-notice-sealed = { $lines ->
        [0] 第{ $revision }版として提出しました：入札なし。
       *[other] 第{ $revision }版として{ $lines }行を提出しました。受領証は正当です。
    }
team-notice-faulty = このままでは拒否されます。印のある所を見てください。
team-notice-same = 提出済みのものと同じです。
team-notice-nothing-offered = まだ価格がありません。同額より高い価格を入力するか、{ $pass } で見送ってください。
team-notice-not-now = 今はできません。
team-notice-not-now-in = 今はできません。現在の状態：{ $phase }。
team-notice-no-other-game = このチームの別の試合はありません。
team-notice-again = 次の試合を開始しています…
team-notice-nothing-sealed = 提出済みのものはありません。
team-notice-no-such-lot = そのような記号の石は出品されていません。
team-notice-no-price = 記号の後が価格ではありません。例：T2 42 で T2 に 42 を入札します。
team-price-empty = 価格を入力してください。
team-price-no-digits = 価格は数字だけで入力してください。
team-price-too-long = 価格は { $most } 桁以内で入力してください。
team-search = 石の記号で探す：{ $text }▏ 空白と値を続けると、その値を付けます。
team-notice-refused = 拒否されました：{ $why }
team-notice-list-refused = サーバーがリストを拒否しました ({ $reason })。前に提出したものが有効です。
team-notice-sealed-unanswered = 返事は届きませんでしたが、配信によれば第{ $revision }版として提出済みです。
team-notice-not-sealed = サーバーに届かず、提出されていません。{ $seal } でもう一度送れます。
team-notice-not-arrived = サーバーに届かず、提出されていません。
team-notice-draft-back = 前の下書きが戻りました。まだ提出されていません。
team-notice-draft-not-kept = 下書きを{ $file }に保存できません：{ $what }。このプログラムを終えると失われます。
team-unanswered-list = 返事がありません。リストが提出されたかは不明です。配信が戻れば分かります。
team-unanswered-rebid = 返事がありません。再入札が提出されたかは不明です。配信が戻れば分かります。
team-unanswered-wall = 返事がありません。石垣が変わったかは不明です。下書きは残り、配信が戻れば分かります。
team-notice-offline = 接続がありません。下書きは残っています。
team-notice-elsewhere = 第{ $revision }版はもう1台か運営が提出しました。下書きはそのままです。
team-notice-missed = 第{ $round }回は提出がなかったので辞退になりました (A4)。下書きは送られず、消えました。
team-notice-asked = 質問{ $question }として送りました。回答はメッセージに届きます。
team-notice-asked-unanswered = 返事がなく、送れたか不明です。書いたものは残っています。質問の一覧で確かめてください。
team-notice-question-empty = 質問が書かれていません。
team-notice-question-long = 質問は{ $most }文字までですが、{ $count }文字あります。書いたものはそのままです。
team-notice-question-not-a-text = 質問は制御文字のない一行で書きます。{ $place }文字目に{ $sign }があります。
team-notice-question-invisible = 書かれた{ $count }文字に、目に見える文字がありません。
team-notice-nothing-unread = すべて既読です。
team-notice-unseen = 新着が{ $count }件残っています。まだ画面に出ていないものがあります。{ $up } と { $down } で残りが見られます。
team-notice-not-marked = 返事がありません。新着の印はそのままです。
team-notice-revoked = このトークンは失効しています。{ $leave } で終了し、運営から新しい用紙を受け取り、ここで team-client join { $server } と打ってから、もう一度 team-client tui を始めてください。提出済みのリストはそのまま有効です。
team-notice-closed = サーバーが配信を拒否しています（再試行中）：{ $why }
team-notice-unproved = 配信の{ $item }番は証明されていません：{ $what }。審判を呼んでください。
team-notice-astray = 表示が誤っている恐れがあります：{ $what }。再起動してください。

team-key-seal = 提出
team-key-submit-bids = 入札を提出
team-key-add = 石を追加
team-key-price = 値を付ける
team-key-next-lot = 次の石へ
team-key-search = 石を探す
team-key-search-next = 次の候補
team-key-search-previous = 前の候補
team-key-search-leave = 探すのをやめる
team-key-take-sealed = 提出済みを取り込む
team-key-submit-changes = 変更を提出
team-key-revert = 変更を取り消す
team-key-decline = 辞退
team-key-pass = 見送り
team-key-next-panel = 次の欄
team-key-previous-panel = 前の欄
team-key-up = 上
team-key-down = 下
team-key-far-up = ずっと上
team-key-far-down = ずっと下
team-key-first = 先頭
team-key-last = 末尾
team-key-help = 操作一覧
team-key-put-away = お知らせを消す
team-key-other-game = 別の試合
team-key-play-again = もう一度対戦
team-key-enter-game = 入る
team-key-stay = やめる
team-key-quit-now = すぐに閉じる
team-key-dearer = 値上げ
team-key-cheaper = 値下げ
team-key-much-dearer = 10上げる
team-key-much-cheaper = 10下げる
team-key-sooner = 優先を上げる
team-key-later = 優先を下げる
team-key-remove = 削除
team-key-figures = 価格を入力する
team-key-accept = 決定
team-key-erase = 一字消す
team-key-price-back = 元の値
team-key-rivals = 全チームの石垣
team-key-previous-team = 前のチーム
team-key-next-team = 次のチーム
team-key-mark-read = 既読にする
team-key-ask-question = 審判長に質問
team-key-send-question = 質問を送る
team-key-question-later = 後で送る（書いたものは残る）
team-button = 「{ $name }」
team-context-main = どこでも
team-context-price = リストの価格を入力している間
team-context-lot-price = 石の価格を入力している間
team-context-search = 石を探している間
team-context-question = 質問を書いている間
team-context-ask = 確認
team-context-games = 試合の選択
team-context-help = この画面
team-help-title = 操作一覧

# === end of team-tui ===

### === team-work ===

# 石垣の下書き（作業台）。$piece は石または計画の石の名前、$squares は「(行,列)」、$why は規則番号つきの文の一部。

team-work-go = 移動
team-work-turn = 回転
team-work-turn-back = 逆回転
team-work-next-place = 次の候補
team-work-previous-place = 前の候補
team-work-lay = 置く
team-work-next-stone = 次の石
team-work-take-out = 外す
team-work-undo = 元に戻す
team-work-send-wall = 石垣を送る
team-work-send-stone = 石を1個送る
team-work-other-tray = 計画/手持ち
team-work-fill = ソルバー
team-work-take-up = 置いた石を動かす
team-work-realise = 計画を実物に
team-work-previous-stone = 前の石
team-work-take-out-all = 上に載った石ごと外す
team-work-redo = やり直す
team-work-take-wall = サーバーの石垣を取り込む
team-work-fill-with-plan = ソルバー（計画の石も使う）
team-work-lay-loose = 支えがなくても置く
team-work-let-go = 手を離す、ソルバーを止める

team-work-mark-none = まだ何も置いていません。
team-work-mark-same = 下書きはサーバーの石垣と同じです。
team-work-mark-overtaken = 石垣が別の所で変更されました。{ $take } で取り込み、{ $send } で差し替え。
team-work-mark-differs = 下書きと石垣に違い：追加{ $laid }、移動{ $moved }、外す{ $out }。{ $send } で石垣を送信。
team-work-mark-differs-there = 下書きと石垣に違い：追加{ $laid }、移動{ $moved }、外す{ $out }。{ $show } で石垣へ。
team-work-mark-unsent = 石垣の下書きは未送信です：追加{ $laid }、移動{ $moved }、外す{ $out }。{ $send } で送信。
team-work-mark-unsent-there = 石垣の下書きは未送信です：追加{ $laid }、移動{ $moved }、外す{ $out }。{ $show } で石垣へ。
team-work-mark-wait = 石垣の下書きは未送信です：追加{ $laid }、移動{ $moved }、外す{ $out }。接続が戻ると送信できます。
team-work-count-wall = 保存済み：空き{ $empty }、上部の抜け{ $gaps }。
team-work-count-draft = 下書き：空き{ $empty }、上部の抜け{ $gaps }。
team-work-count-plan = 計画込み：空き{ $empty }、上部の抜け{ $gaps }。
team-work-tray-none = 置く石はありません。
team-work-tray-stones = 未配置{ $count }個
team-work-tray-lots = 計画：全種類
team-work-planned = 計画{ $lot }
team-work-at = { $row }行目{ $col }列目{ $turn ->
        [0] {""}
        [1] （右に90度回転）
        [2] （180度回転）
       *[other] （右に270度回転）
    }
team-work-sight = { $arrows } 行{ $top }〜{ $bottom }／{ $rows }、列{ $left }〜{ $right }／{ $cols }
team-work-sight-short = { $arrows } { $top }〜{ $bottom }/{ $rows }、{ $left }〜{ $right }/{ $cols }

team-work-can-lie = { $piece }、{ $place }：置けます。
team-work-can-lie-but = { $piece }、{ $place }：置けますが、{ $why }。
team-work-cannot-lie = { $piece }、{ $place }：{ $why }。
team-work-nothing-held = 石を持っていません。{ $plan } で全種類から計画できます。
team-work-under = 下にある石：{ $piece }。x で外す、m で動かす。
team-work-mirrored = ここに合うのは裏返した形（裏返しは禁止）
team-work-outside = 石垣枠からのはみ出し：{ $squares }
team-work-overlap = { $pieces }との重なり
team-work-uncarried = 支えなし：すぐ下の{ $squares }に石がない
team-work-on-loose = 下にあるのは支えにならない{ $pieces }だけ
team-work-leaves-loose = { $pieces }の支えがなくなる

team-work-built = サーバーに届きました。石垣：空き{ $empty }、上部の抜け{ $gaps }、使用{ $used }。
team-work-refused = 拒否されました。下書きはそのままです：{ $why }
team-work-not-built = サーバーに届かず、石垣は変わっていません。下書きはそのままです。
team-work-same = サーバーの石垣と同じです。
team-work-loose = このままでは拒否されます。支えのない石：{ $pieces }（W3）。
team-work-only-whole = 1個ずつでは送れません。{ $send } で石垣全体を送ってください。
team-work-not-laid = ここには置けません。理由は欄の下にあります。
team-work-no-place-so = この向きで置ける場所はありません。{ $turn } で回転。
team-work-no-place = 今は置ける場所がありません。
team-work-nothing-there = 下に石はありません。
team-work-taken-out = { $piece }を下書きから外しました。
team-work-put-back = { $piece }は元の場所に戻りました。ほかは元のままです。
team-work-carries = 外せません：{ $why }。{ $all } でまとめて外せます。
team-work-no-change = これ以上は戻せません、やり直せません。
team-work-followed = もう1台か運営が石垣を変えました。下書きも合わせました。
team-work-elsewhere = もう1台か運営が石垣を変えました。下書きはそのままです。
team-work-realised = 計画の石{ $made }個を実物にしました{ $waiting ->
        [0] 。
       *[other] 。{ $waiting }個は支える石がまだありません（W3）。
    }
team-work-realisable = 計画の石{ $count }個を落札済みです。R で実物に。
team-work-searching = ソルバーが探しています（最長{ $seconds }秒）。{ $stop } で停止。
team-work-search-best = ソルバーが探しています。今の最良：空き{ $empty }、上部の抜け{ $gaps }。{ $stop } で停止。
team-work-search-waits = { $teams ->
    [0] ソルバーの順番待ちです。次があなたのチームです。
   *[other] ソルバーの順番待ちです。前に{ $teams }チームいます。
}{ $stop } で取り消し。
team-work-search-other = ソルバーはチームのもう1台の端末の終了を待っています。{ $stop } で取り消し。
team-work-searched-best = これより良い石垣はありません：空き{ $empty }、上部の抜け{ $gaps }、使用{ $used }。{ $undo } で元に戻す。
team-work-searched = 見つかった最良を下書きに入れました：空き{ $empty }、上部の抜け{ $gaps }、使用{ $used }。{ $undo } で元に戻す。
team-work-searched-none-better = 下書きはそのままです。これより良い石垣はないと証明されました。
team-work-searched-nothing = 下書きはそのままです。より良い石垣は見つかりませんでした。
team-work-no-stones = 使える石がありません。
team-solver-off = この大会では、運営がソルバーを使えないようにしています。
team-work-too-large = 枠か石の数が大きすぎて、ソルバーでは扱えません。
team-ask-replace-wall = もう1台か運営が石垣を変えました。この下書きで差し替えますか。
team-ask-replace-stone = もう1台か運営が石垣を変えました。それでも次の石を送りますか。
team-ask-take-wall = 下書きを捨てて、サーバーの石垣を取り込みますか。計画は残り、{ $undo } で下書きに戻せます。

# === end of team-work ===

### === team-advice ===
# チーム画面の助言。

team-panel-advice = 助言
team-advice-title = { $name }：第{ $round }回
team-advice-title-rebid = { $name }：第{ $round }回、再入札{ $wave }
team-key-take-advice = 下書きに取り込む
team-key-ask-advice = 計算し直す
team-advice-thinking = 計算中…
team-adviser-off = この大会では、運営が助言を使えないようにしています。
team-advice-none = 助言はありません。入札の開始前と受付中、自チームの再入札中に求められます。
team-advice-stale = 古い助言：回、やり直し、再入札または所持金が変わりました。{ $ask } で計算し直せます。
team-advice-walls = 手持ちの石で最良の石垣：空き{ $now }（最上段{ $now-gaps }）。到達可能：{ $stones ->
    [0] これより良い石垣はありません。
   *[other] 空き{ $then }（最上段{ $then-gaps }）、あと{ $stones }個、およそ{ $cost } TSUYAMA。
}
team-advice-list = 案：{ $held } TSUYAMAのうち{ $total }。提出はされません：
team-advice-planned = 計画
team-advice-scarce = 計画、品薄
team-advice-last-call = 計画、最後の回
team-advice-raises = ここにない同額の行は、あきらめるほうが得策です。
team-advice-legend = 効果：埋まるマス。相場：五分以上で落札できる値。上限：妥当な最高値。競合：石が入るチーム。残る：次の回まで残る見込み。
team-ask-take-advice = 下書きを捨てて、案を取り込みますか。提出はされません。
team-notice-no-advice = 今は助言できることがありません。
team-notice-advice-stale = この助言は古くなりました。{ $ask } で計算し直せます。
team-notice-advice-same = 下書きは案と同じです。
team-notice-advice-taken = 案を下書きに取り込みました。提出はされていません。

team-context-trial = もしも
team-key-what-if = もしもの値
team-key-what-if-leave = 結果に戻る
team-trial-head = 第{ $round }回、{ $line }行目：{ $lot }が{ $was }でなく{ $price }だったら
team-trial-paid = 支払いは{ $would } TSUYAMA（実際は{ $was }）。
team-notice-nothing-to-try = ここには自チームの開札されたリストがないため、試せる値がありません。

# === end of team-advice ===

### === init ===

init-made = { $folder }を作成しました。鍵は運営の外に出さないでください。フォルダーの写しを予備機に保管してください。
init-certified = サーバー証明書の期限が近いか、アドレスが含まれていなかったため、作り直しました。サーバーを再起動してください。チーム側の作業は不要です。
init-issued = 新しいトークン（フォルダー内）：{ $names }
init-without-file = 有効なトークンがフォルダーにないため、チーム用紙を作れません：{ $names }。再発行：ishigaki-server token reissue --folder { $folder } 名前
init-listens-here = サーバーは{ $address }で待ち受けます：このパソコンからしか接続できません。
init-listens-everywhere = サーバーは{ $address }で待ち受けます：このパソコンのすべてのアドレスです。変えるには：serve --listen アドレス
init-address-machine = 注意：用紙の{ $address }は、それぞれのパソコン自身を指します。このパソコン上のクライアントしか接続できません。
init-renewed = アドレスが変わったため、チーム用紙、チームのフォルダー、NAME.joinを書き直しました。配布済みのものは古いので、配り直してください。
init-nothing = すべて揃っています。
init-next = { $folder }/all-sheets.html（1チーム1ページ）と{ $folder }/judge.sheet.htmlを印刷してください。開始：ishigaki-server serve --folder { $folder }
init-next-boards = { $folder }/all-sheets.html（選手1人に1ページ）と、スタッフ用の{ $folder }/organiser.staff.html、desk.staff.html、referee.staff.htmlを印刷してください。次に：ishigaki-server serve --folder { $folder } --pages
init-next-staff = スタッフ用の{ $folder }/organiser.staff.html、desk.staff.html、referee.staff.htmlを印刷してください。次に：ishigaki-server serve --folder { $folder } --pages

sheet-title = 石垣工務店　チーム用紙
sheet-title-judge = 石垣工務店　審判用紙
sheet-title-staff = 大会スタッフ用紙
sheet-role-organiser = 主催者
sheet-role-desk = 受付
sheet-role-referee = 審判員
sheet-page = ブラウザーを使う（インストール不要）
sheet-page-address = アドレス
sheet-page-scan = スマートフォンかタブレットのカメラで、大きいQRコードを読み取ります。パソコンでは、アドレスを開いてトークンのコードを入力します。
sheet-page-warning = 証明書の警告が出たら、「詳細設定」（Safariは「詳細を表示」、Firefoxは「詳細情報」）を選んで続けます。警告を出さない方法：ガイド「チームがブラウザーで入札できるようにする」
sheet-page-warning-staff = 証明書の警告が出たら、「詳細設定」（Safariは「詳細を表示」、Firefoxは「詳細情報」）を選んで続けます。
sheet-page-bid = 入札します。提出した内容は、チームのほかの端末にも表示されます。
sheet-page-judge = 石の配布、集計の入力と確定、質問への回答ができます。紙のリストを入力できるのは主催者だけです。
sheet-page-staff = 役割に応じて、受付、対戦カードの入力、裁定、進行ができます。
sheet-player = 卓と相手を確かめる
sheet-player-scan = スマートフォンでコードを読み取るか、ブラウザーでアドレスを開きます。ログインは不要です。証明書の警告が出たら、「詳細設定」から続けます。
sheet-player-search = 氏名か番号で探すと、各回戦の卓と相手が表示されます。
sheet-player-card = 対局後、両者が対戦カードに署名し、勝者が提出します（TO9）。
sheet-secret = この用紙は他チームに見せないでください。トークンを知る人は誰でもこのチームとして入札できます。
sheet-secret-judge = この用紙は他人に見せないでください。トークンを知る人は誰でも、持ち主として操作できます。
sheet-terminal = ターミナルでプログラムを使う
sheet-server = サーバー
sheet-authority = サーバーコード
sheet-signer = 指紋
sheet-one-line = 空のフォルダーで始めます。joinがサーバー、サーバーコード、トークンを順に尋ねます。小さいQRコードの文字列を貼り付けてもかまいません。大文字・小文字とハイフンは区別しません。
sheet-verify = 試合後に記録を検証するには：team-client verify ファイル --key 指紋

token-revoked = 失効：{ $id }（{ $name }）。配信はただちに終了します。
token-team = チーム{ $team }
token-judge-of = { $games }の審判長
token-standby = 予備機
token-is-good = 有効
token-is-revoked = 失効

# === end of init ===

### === line ===

line-wrong-authority = 参加登録したサーバーではありません（証明書の認証局が異なります）。なりすましの可能性があります。何も送らず、運営に知らせてください。
line-expired = サーバー証明書の期限が切れています。この端末の日付が正しければ、運営が ishigaki-server init --out FOLDER で作り直します。
line-not-yet = サーバー証明書がまだ有効期間前です。この端末の日付が誤っている可能性があります。日付を直してください。
line-wrong-name = 接続先の証明書は、この競技のサーバーのものではありません。アドレスを用紙と照合してください。
line-plain-server = 接続先のサーバーは暗号化していません。アドレスを用紙と照合してください。運営は ishigaki-server serve --folder FOLDER で起動します。
line-encrypted-server = 接続先のサーバーは暗号化されていない通信を受け付けません。アドレスの前に https:// を付け、用紙のサーバーコードで join してください。
line-no-agreement = サーバーとの暗号化を確立できません。アドレスを用紙と照合してください。
line-unknown-host = その名前のホストが見つかりません。アドレスを用紙と照合し、この端末が競技のネットワークにつながっているか確認してください。
line-exposed = 警告：{ $server }との通信は暗号化されません。ネットワーク上の誰でもトークンと入札を読めます。

kit-file = { $file }を使用できません：{ $what }
kit-garbled = { $file }の内容が正しくありません。用紙のサーバーコードで、もう一度 join してください。
kit-no-authority = { $server }を確認する手段がありません。用紙のサーバーコードで join するか、認証局の証明書を --ca ca.pem で指定してください。
kit-plaintext = { $server }との通信が暗号化されません。https:// と書いてください。暗号化のないサーバーには --insecure-plaintext を指定します。
kit-authority = PEM形式の認証局証明書ではありません
unsafe-no-authority = サーバーを確認できません。認証局の証明書を指定するか、サーバーコードで join してください
unsafe-plaintext = サーバーまでの通信が暗号化されません
server-address = { $given }はサーバーのアドレスではありません（例：https://192.168.0.10:7150）
call-refused = サーバーに拒否されました：{ $fault }
call-unanswered = サーバーが応答しません（{ $code }）
feed-refused = 配信をサーバーに拒否されました：{ $fault }
feed-unknown = 配信をサーバーに拒否されました（{ $code }）
feed-lost = 接続がありません（{ $code }）
feed-ended = 配信が終わりました
write-error = { $file }に書き込めません：{ $what }

join-unreachable = サーバーが応答しません（{ $what }）。アドレスを用紙と照合してください。
join-other = 接続先は、そのコードのサーバーではありません。接続先の証明書は{ $found }です。入力したのは「指紋（verify用）」ではなく「サーバーコード」ですか。アドレスは用紙のとおりですか。どちらも正しければ、別のサーバーが応答している恐れがあります。運営に知らせ、運営が確かめるまで表示された指紋を写して使わないでください。
join-plain = { $server }は http:// なので join できません。https:// と書いてください。
join-other-server = joinする相手は{ $joined }ですが、--serverまたはISHIGAKI_SERVERは{ $named }で、コマンドはそちらに接続します。どちらかを外してください。
join-done = { $server }を用紙のサーバーと確認しました。保存したファイル：server、ca.pem
join-done-token = { $server }を用紙のサーバーと確認しました。保存したファイル：server、ca.pem、token

# === end of line ===

# === passage ===

team-notice-next-waits = 次の試合は{ $game }です。c ですぐに、または第1回の入札開始時に自動で移ります。
team-notice-went-on = ここからは試合{ $game }です。前の試合は終わりました。
cli-waiting = { $path }（Ctrl-Cで終了）
cli-waiting-for-game = チーム{ $team }の試合はまだ始まっていません。開始を待っています（Ctrl-Cで終了）。
cli-no-next-game = チーム{ $team }の試合はもうありません。
path-draw = { $stage }の抽選を待っています。
path-results = { $stage }のほかの試合の結果を待っています。
path-game = あなたの試合：{ $game }
path-end = この大会での試合はすべて終わりました。
path-end-unless = 裁定で結果が変わらないかぎり、この大会での試合はもうありません。
path-absent = { $stage }は欠場です。
path-disqualified = { $stage }で失格になりました。
path-advanced = { $stage }を勝ち上がりました。
path-repechage = { $stage }の敗者復活に出られます。
path-eliminated = { $stage }で敗退しました。
path-ranked = { $stage }の順位：{ $place }位。
cli-waiting-for-reveal = 順位はまだ発表されていません。残りの記録は発表後に確認します（Ctrl-Cで終了）。

# === end of passage ===

# === asked at join ===

join-ask-fingerprint = 用紙のサーバーコード（4組、大文字と小文字は区別しません）：
join-ask-token = 用紙のトークン（8組、なければ空のまま）：
join-ask-fingerprint-judge = どのチームの用紙にもあるサーバーコード（4組、大文字と小文字は区別しません）：
join-ask-token-judge = トークン（judge.token や board.token の中身。ないときは空のまま）：
join-bad-server = サーバーではありません。例：192.168.0.10:7150
join-bad-line = 参加用の行ではありません。ISHIGAKI: で始まり、サーバー、そのコード、トークンを / で区切った行です。
join-bad-length = { $expected }文字のところ{ $found }文字です。組が足りないか、多すぎます。全部の組を入力し直してください。
join-bad-group = { $group }組目に誤りがあります。用紙と1文字ずつ見比べてください。
join-ask-group = { $group }組目をもう一度（5文字）：
join-ask-server = 用紙のサーバー（例：192.168.0.10:7150）、またはQRコードの1行：
join-bad-token = 用紙のサーバーですが、このトークンを知りません。トークンを用紙と1文字ずつ見比べてください。合っていれば、再発行されていないか運営に尋ねてください。何も保存していません。

# === end of asked at join ===

### === failures ===
# Why a server does not start or go on, and why a rehearsal does not.

fail-error = エラー：
fail-because = ：
sheet-located = { $path }の{ $line }行{ $column }列{ $name }：{ $what }
sheet-no-names = 氏名（チーム名）の列がある見出しがありません
sheet-head-twice = 見出しに同じ列がすでにあります（{ $name }）
sheet-open-quote = この行で引用符が閉じていません。閉じてください。文字としての引用符は二つ続けて書いてセル全体を引用符で囲み、改行は入れないでください
sheet-control = セルに見えない文字{ $code }があります。入力し直してください
sheet-behind-head = 見出しのない列です。列に見出しを付けるか、コンマを含む語を引用符で囲んでください
sheet-no-seed-class = シードの区分「{ $class }」はプランにありません。あるもの：{ $known }
sheet-neither = 「{ $cell }」は「はい」でも「いいえ」でもありません
sheet-nobody = 見出しの下に行がありません
sheet-empty = 空欄です
sheet-bad-id = 「{ $id }」はIDになりません。A-Z a-z 0-9 - _ の1〜16文字で、先頭は英数字にしてください
sheet-long-id = IDが{ $characters }文字あります。{ $most }文字以内にしてください
sheet-no-entry = 名簿の1件になっていません（"id"を持つオブジェクト。名前などは文字列、"woman"はtrueかfalse）
sheet-twice = 「{ $id }」は{ $before }行にもあります
sheet-undecodable = 文字が壊れているか、文字コードが不明です。表計算ソフトでxlsxか「CSV UTF-8」として保存してください
sheet-no-table = 画像または文書のファイルです。名簿をExcelかCSVで保存してください。
sheet-empty-file = ファイルが空です。
sheet-too-large = 名簿としては大きすぎる表です。名簿の下と右のセルをすべて削除するか、名簿だけを新しいファイルにコピーしてください
sheet-workbook = ブックを読み取れません（{ $what }）。パスワードを外すか、xlsxか「CSV UTF-8」として保存し直してください
sheet-several-sheets = 名簿のシートが2つ以上あります（{ $names }）。1つだけ残すか、ほかを非表示にしてください
sheet-private-character = { $code }は外字で、ほかのコンピューターでは表示できません。標準の文字に置き換えてください
sheet-cell-error = セルがエラー{ $error }です。値を入力してください
sheet-date = セルが日付になっています。列の書式を「文字列」にして入力し直してください
sheet-unknown-sex = 「{ $cell }」は性別として読めません。「男」か「女」にしてください
sheet-contradiction = { $other }の列と矛盾しています。どちらかを直してください
roster-remark-same-name = { $line }行：{ $name }は{ $before }行にもあります。氏名に所属などを加えて区別してください。
roster-remark-alike-name = { $line }行：{ $name }は{ $before }行の{ $other }と紛らわしい名前です。結果は番号で入力してください。
roster-remark-unknown-rank = { $line }行：段級位「{ $rank }」を読み取れません。そのまま印刷し、段位認定では考慮しません。三段、3段、2級のように書いてください。
roster-remark-numbered = 番号の列がないため、ファイルの順に番号を付けました。
roster-remark-left-out = { $name }の列は、名簿が公開されるため取り込みませんでした。
roster-remark-total-row = { $line }行は合計の行とみなし、取り込みませんでした。
tournament-roster-remarks = 名簿を登録しました。{ $first }{ $more ->
    [0] {""}
   *[other] （ほか{ $more }件）
}
run-pages-no-folder = --pagesには暗号化と大会フォルダーが必要です。ishigaki-server initで作り、その中で--plaintextなしで起動してください
run-no-pages-program = ページを配信するプログラム{ $program }がありません。ishigaki-serverと同じ場所に置くか、cargo build --bin ishigaki-pagesでビルドしてください
run-no-contest = 大会を指定してください：--folder フォルダー（`ishigaki-server init` で作成したもの）または --contest ファイル
run-unencrypted = 暗号化しないと、ネットワーク上の誰でもトークンと封印された入札を読めます。そのため、証明書のないサーバーは{ $listen }では待ち受けず、このパソコンの中だけで待ち受けます。`ishigaki-server init --contest ファイル --out フォルダー --address ホスト:ポート` で証明書を作成し、`serve --folder フォルダー` で使ってください。暗号化せずに使うには --plaintext を付けます
fail-listen = { $address }で待ち受けできません
run-metrics = { $address }で計測値を公開できません
run-journal = 記録簿{ $location }を使えません
run-spool = 記録簿のあるフォルダーに、試合記録の行を置けません
run-closing = 記録簿を閉じるときに失敗しました
run-network = サーバーのネットワークが使えなくなりました
served-gone = 記録簿がありません：ここで大会が行われましたが、{ $journal }が{ $is_empty ->
        [true] 空になっています
       *[false] なくなっています
    }。対になる-walファイルとともに元に戻すか、予備機の写しを使ってください。新しい大会を始める場合は、次を削除してください：{ $left }
served-unread = 記録簿の内容を控えた{ $note }を読めません（{ $what }）。記録簿が正しいものであれば、{ $note }を削除してください
served-cut-short = 記録簿が途中で切れているか、別のものです：{ $journal }には、ここで行われた内容がありません：{ $lost }。正しい記録簿を、対になる-walファイルとともに元に戻すか、予備機の写しを使ってください。バックアップに戻した場合など、この記録簿から続けるときは、{ $note }を削除してください。それより後の内容は失われます
lost-game = 試合{ $game }（記録{ $had }件）がありません
lost-records = 試合{ $game }の記録は{ $had }件でしたが、{ $has }件しかありません
lost-sealed = 試合{ $game }で、開札前の入札の最後の記録がありません。入札が失われたおそれがあります
lost-another = 試合{ $game }の記録{ $record }が、以前のものと異なります
journal-nameless-stream = 記録簿の試合に名前がありません
journal-unknown-stream = 記録簿に試合{ $stream }がありません
journal-damaged = 試合{ $stream }：{ $damage }。ほかの試合は続けられます。この試合を続けるには、サーバーを止め、記録簿を写しから戻してください。ファイルの場合は、-walファイルがあればそれも戻してください
journal-corruption = { $kind ->
        [garbled] 記録{ $sequence }が壊れています
        [missing] 記録{ $sequence }がありません
       *[doubtful] ファイルの破損で、記録{ $sequence }が失われた可能性があります
    }
journal-in-use = 記録簿のファイル{ $file }は、ほかのサーバーが使用中です。そのサーバーを止めるか、別の記録簿を指定してください
journal-foreign = { $file }は記録簿ではありません：ほかのプログラムのファイルか、先頭から壊れています。ファイルには手を加えていません。別の記録簿を指定するか、写しから戻してください
journal-unknown-version = 記録簿のファイル{ $file }は形式{ $found }です。このプログラムが扱える形式は{ $known }です。ファイルには手を加えていません。{ $is_newer ->
        [true] 新しい版のプログラム
       *[false] 以前の版のプログラム
    }で開くか、別の記録簿を指定してください
journal-read-only = { $place }に書き込めません。サーバーは、記録簿のファイルとその-walファイル、それらのフォルダーに書き込める必要があります
journal-other-log = 記録簿のファイル{ $file }は無事ですが、隣のログ{ $log }は、前にあった別のファイルのものです（バックアップから戻した場合など）。どちらにも手を加えていません。ログを別の場所に移して、起動し直してください
journal-broken = 記録簿のファイル{ $file }が壊れており、どの試合が無事か分かりません。-walファイルがあればそれとともに写しから戻してください
survey-stream = 試合の一覧が、番号{ $number }で壊れています
survey-nameless = 名前のない試合（番号{ $number }）の記録があります
survey-blind = 続けて読めない所が多すぎます：{ $places }か所
survey-structure = 構造が壊れています：{ $what }
survey-unreadable = ファイルを読めません：{ $what }
survey-sqlite = 構造が壊れています
journal-unopenable = 記録簿のファイル{ $file }を開くことも作ることもできません
journal-disk-full = 記録簿のファイル{ $file }のあるディスクがいっぱいです。空きを作ってから、もう一度起動してください
journal-disk-unsound = ディスクまたは記録簿のファイル{ $file }が正常ではありません。ディスクを確かめ、ファイルと隣の-walファイルの写しを別に保管してから、もう一度起動してください
copy-from = 写し元の記録簿を読めません
copy-to = 写し先の記録簿を読めません
copy-append = 写し先の記録簿に書き込めません
copy-from-served = { $address }のサーバーが写し元の記録簿を使っています。先にすべてのサーバーを止めてください
copy-to-served = { $address }のサーバーが写し先の記録簿を使っています。写し先は変更していません。何もない場所を指定してください
copy-different = 写し先にある試合{ $stream }の記録{ $sequence }が、写し元と異なります。何もない場所に写してください
copy-moving = 写している間に試合{ $stream }が進みました。先にサーバーを止めてください
standby-copy-journal = 記録簿の写しを使えません
standby-copy-append = 記録簿の写しに書き込めません
standby-copy-gap = 試合{ $stream }：記録{ $due }の番で、記録{ $came }が届きました
follow-refused = { $refusal }
follow-garbled = サーバーから届いた記録簿のデータが正しくありません：{ $what }
games-taken = 試合{ $game }は大会ファイルにもあります
games-elsewhere = 試合{ $game }は別のサーバーが担当しています
games-seats = 試合{ $game }は{ $seats }チームで行いますが、指定されたのは{ $named }チームです
games-abandon = 試合を中止できません
events-bad-id = 「{ $id }」は大会のIDではありません
planned-scenario = ステージ「{ $stage }」のシナリオ「{ $name }」ではプレーできません
planned-teams = 試合{ $game }はこのチーム構成では行えません：{ $fault }
ending-refused = 大会から外れた試合を中止できません：{ $why }
reconciler-uncounted = 大会にこの試合の結果を算入できません：{ $why }
engine-journal = 記録簿に障害が発生しました。サーバーを再起動するまで試合は止まります
engine-record = 記録を残せないため、この試合の担当を終えました
seals-out-of-place = ここには続きとなる封をしたリストがありません
writer-line = 出来事を記録に書けません
feed-resume = 配信は{ $length }件で、{ $from }件目からは再開できません
cluster-not-here = { $id }はこのサーバーの担当ではありません
cluster-journal = 記録簿を使えません
standby-lost-system = { $what }
objection-ended = { $at }に期限が切れています
objection-not-yet = { $at }から有効です
objection-name = クライアントが求める名前の証明書ではありません
objection-other = 認証局がサーバー用に証明したものではありません
auto-refused-act = 審判の操作{ $act }は拒否されました：{ $fault }
auto-unlisted = 試合の一覧を取得できません
crash-silent = 届きません
fairness-bot-refused = ボットの操作が規則で拒否されました：{ $why }
adjudicate-blank = 空の行です
adjudicate-not-text = 行がUTF-8ではありません
adjudicate-shape = 要求の形が違います：{ $reason }
adjudicate-no-request = 要求ではない行です：{ $reason }
adjudicate-unknown-op = op{ $op }はありません
adjudicate-duplicate = { $kind } { $id }が重複しています
adjudicate-no-copies = 石{ $lot }の count が 0です（1以上）
adjudicate-too-many-waves = この回の wave は{ $called }回ですが、要求には{ $given }回あります
audit-at = （{ $at } ms 時点）
audit-lost = 消失：{ $by }の{ $act }は受領済み{ $at }ですが、ありません
audit-twice = 重複：{ $by }の{ $act }がもう一度あります{ $at }
audit-altered = 改変：{ $by }の{ $act }は受領済み{ $acknowledged }ですが、記録{ $at }の時刻か版が違います
audit-refused-but-there = 拒否したのに存在：{ $by }の{ $act }{ $at }
audit-unexplained = 由来不明：送られていない{ $by }の{ $act }{ $at }
audit-changed = 変化：{ $reader }の配信の{ $sequence }件目が強制終了の前と違います
audit-shorter = 短縮：{ $reader }の配信は{ $before }件から{ $now }件に減りました
audit-unreadable = 読めません：{ $reader }の配信：{ $why }
audit-apart = 不一致：{ $reader }の配信には、公開配信の出来事{ $event }にある{ $fact }がありません
audit-against-rules = 規則違反：{ $fact }{ $at }はそれまでの経過から導かれません
audit-diverged = 分岐：{ $client }が強制終了をまたいで得た状態が、最初から得た状態と違います
audit-cut-off = 中断：{ $client }の配信が続きません：{ $why }
audit-start-lost = 開始の消失：開始は受領済みですが、待機中です
audit-start-unexplained = 由来不明の開始：求められていないのに開始しました
audit-other-than-before = 変化：配信が終了時と違います
audit-other-teams = チームの違い：別のチームで開始されました
audit-money = TSUYAMAが合いません：開始時{ $initial }、保有{ $held }、支払い{ $paid }
audit-stones = 石の数が合いません：全{ $copies }個、配布{ $handed }個、残り{ $pool }個
audit-owners = チームの石が、各回で配られた石と違います
audit-wall = チーム{ $team }の石垣があるべき形と違います
audit-unfinished = 試合が最終結果に至らず、フェーズ{ $phase }のままです
audit-broken = { $what }
audit-game = 試合{ $game }：{ $violation }
journal-gone = { $is_empty ->
        [true] 記録簿{ $location }は空です
       *[false] 記録簿{ $location }がありません
    }
journal-database = データベース{ $url }：{ $fault }
database-url = URLを読み取れません
database-unreachable = つながりません
database-refused = 拒否されました
database-unencrypted = 通信が、確実には暗号化されません。認証局の証明書を指定するか（?sslmode=require&sslrootcert=FILE）、暗号化しないことを明示してください（?sslmode=disable）
database-authority = 認証局の証明書を使えません
database-read-only = 書き込めません（予備機、または読み取り専用です）。書き込める方を指定してください
database-pooled = 前に、トランザクションごとにセッションを切り替えるプーラー（pool_mode = transaction のpgbouncerなど）があります。データベースに直接接続するか、pool_mode = session にしてください
database-rivals = 書き込めるホストが2つ以上あります：{ $hosts }。どちらにも、もう一方にない記録があるかもしれません。使わない方（戻ってきた古い1台目など）を止め、写しとして作り直してください
database-unsafe = 故障のときに応答済みの記録を失うおそれがあります：{ $setting }が{ $found }です。{ $needed }に設定してください
database-foreign = 記録簿と同じ名前の別の表があります。別のデータベースかスキーマを指定してください
database-unknown-version = 記録簿は形式{ $found }です。このプログラムが扱える形式は{ $known }です。内容には手を加えていません
database-older-version = 記録簿は古い形式（版{ $found }）です。このプログラムが読むのは版{ $known }です。変更していません。`ishigaki-server serve`が起動時に新しい形式にします
database-broken = 試合の一覧が、番号{ $number }で壊れています。データベースをバックアップから戻してください
database-unusable = 使えません
database-switched = データベース{ $url }は、予備機に切り替わったときなどのように、書き込めなくなりました。何も書き込んでいません。書き込める方も指定してください
database-disk-full = データベース{ $url }のディスクがいっぱいです。空きを作ってください
database-unsure = データベース{ $url }を確かめてください。最後の記録が保存されたかどうかは、記録簿を開き直すまで分かりません
journal-poisoned = 記録簿の読み書きに失敗しました。開き直すまで使えません
journal-held = 試合{ $stream }はサーバー{ $holder }が担当しています
append-fenced = エポック{ $held }の書き手は締め出されました。現在のエポックは{ $current }です
append-conflict = 記録{ $expected }の次に書こうとしましたが、最後の記録は{ $head }です
append-empty = 書き込む記録がありません
journal-lease-lost = このサーバーは連絡が途絶えたため、試合は他のサーバーが担当しています
journal-closed = 記録簿は閉じられています
start-journal = 試合{ $game }の記録簿を使えません
start-streams = 記録簿を使えません
start-record = 試合{ $game }の記録{ $sequence }を読めません
start-kept = 試合{ $game }の記録{ $sequence }を開くことも作ることもできません
start-panicked = 試合{ $game }を読み戻す途中で、このプログラムの不具合が起きました({ $panic })。記録簿を残して、報告してください
archive-journal = 記録簿を読めません
archive-record = 記録簿の記録{ $sequence }を読めません
archive-incomplete = 記録の行が正しくつながっていません
archive-spool = 記録から作った行を読めません
archive-line = 記録簿の記録{ $sequence }は1行に書けません
start-key = 試合{ $game }は鍵{ $needed }で封印されていますが、このサーバーの鍵は{ $found }です
start-removed = 記録簿に終わっていない試合がありますが、大会ファイルにありません：{ $games }。大会ファイルに戻してください。今後行わない場合は、大会ファイルの[server]に left_out = [...] としてそのIDを書いてください
start-setup = 試合{ $game }は成立しません：{ $fault }
codec-garbled = 記録の形をしていません
codec-older-format = この記録は以前の版の形式{ $found }です。このサーバーが扱える形式は{ $known }です。試合は開始した版で終えるか、別の記録簿で始め直してください
codec-newer-format = この記録は形式{ $found }です。このサーバーが扱える形式は{ $known }です
codec-misfit = この記録は試合と合いません：{ $reason }
codec-not-authentic = サーバーがここに書いたものではありません：書き換えられたか、移されたか、入れられたか、鍵ファイルの`wrapping`が以前と異なります。この試合は記録簿の写しから続けてください
codec-of-another-kind = 大会ファイルの試合と記録の中の大会が同じIDです。ファイルの試合に別のIDを付けてください
codec-no-setup = 試合の設定より前に記録があります
key-missing = 鍵ファイル{ $path }がありません。記録簿の試合{ $game }に必要です。指紋{ $needed }の鍵ファイルの写しをそこに置くか、別の記録簿で始め直してください
key-not-yet = 鍵ファイル{ $path }がありません。`ishigaki-server serve` が最初の起動で作成します
key-foreign = 鍵ファイル{ $path }の指紋は{ $found }ですが、試合{ $game }は{ $needed }で封印されています。その指紋の鍵ファイルをそこに置くか、この鍵の記録簿を使ってください
key-exposed = 鍵ファイル{ $path }をほかの利用者も読めます（モード{ $mode }）。次を実行してください：chmod 600 { $path }
key-read = 鍵ファイル{ $path }を読めません
key-write = 鍵ファイル{ $path }に書き込めません
key-garbled = { $path }は鍵ファイルではありません：`format`、`signing`、`wrapping`が必要です
key-unknown-format = 鍵ファイル{ $path }は形式{ $found }です。このサーバーが扱える形式は{ $known }です
key-randomness = 鍵を作成できません
fail-randomness = このパソコンから乱数を取得できません
fail-unread = { $path }を読めません
fail-unwritten = { $path }に書けません
fail-in-folder = { $path }のフォルダーで
certificate-make = 証明書を作れません
certificate-not-a-certificate = 認証局の証明書ではありません
certificate-not-its-key = 認証局の鍵が証明書のものではありません
token-encode = トークンを書き出せません
token-randomness = トークンを作れません
fail-copy-closing = 複製を閉じるときに失敗しました
token-not-in-folder = トークンは有効ですが、フォルダーに書き込めませんでした
names-bad = { $path }は名前の一覧ではありません
names-csv = UTF-8のCSVではありません
names-no-column = 列「{ $column }」がありません
names-empty = { $row }行目の{ $column }が空です
tls-exposed = 秘密鍵{ $path }をほかの利用者も読めます（モード{ $mode }）。次を実行してください：chmod 600 { $path }
tls-garbled = { $path }には、必要なPEM形式の内容がありません
tls-unmatched = 証明書{ $chain }と鍵{ $key }は対になっていません
limits-read = 制限のファイル{ $path }を読めません
limits-parse = 制限のファイル{ $path }に誤りがあります（{ $line }行目）
token-read = トークンファイル{ $path }を読めません
token-parse = トークンファイル{ $path }に誤りがあります（{ $line }行目）
token-hash = トークンファイル{ $path }に、トークン{ $id }のSHA-256がありません
token-write = トークンファイル{ $path }に書き込めません
token-no-judge = トークンファイル{ $path }で、審判のものではないトークン{ $id }に試合が指定されています
token-not-found = トークンファイル{ $path }に、有効なトークン{ $who }がありません。`ishigaki-server token list` で一覧を表示し、`token issue --team コード` でチームのトークンを作成します
token-ambiguous = { $who }のトークンは複数の人にあります。IDで指定してください
token-taken = { $path }には{ $name }の有効なトークンがあり、新しいトークンで上書きされてしまいます。--nameで別の名前を付けるか、先にそのトークンを失効させてください（ishigaki-server token revoke）
token-no-name = 一部の試合だけの審判には--name NAMEが必要です
token-bad-name = --name「{ $name }」は使えません。1行、1文字以上{ $most }文字以下で指定してください
token-games-of-judge = --gameは審判のトークンにだけ使えます（--role judge）
token-unknown-team = 大会にチーム{ $team }はありません
token-unknown-game = 大会に試合{ $game }はありません
fail-os-not-found = ファイルまたはフォルダーがありません（OSエラー{ $code }）
fail-os-denied = 権限がありません（OSエラー{ $code }）
fail-os-address-in-use = そのアドレスは使用中です（OSエラー{ $code }）
fail-os-address-not-here = このパソコンにそのアドレスはありません（OSエラー{ $code }）
fail-os-refused = 接続が拒否されました（OSエラー{ $code }）
fail-os-cut = 接続が切れました（OSエラー{ $code }）
fail-os-unreachable = そのパソコンにはここから届きません（OSエラー{ $code }）
fail-os-timed-out = 時間内に応答がありません（OSエラー{ $code }）
fail-os-full = ディスクに空きがありません（OSエラー{ $code }）
fail-os-folder = フォルダーです（OSエラー{ $code }）
fail-os-no-folder = フォルダーではありません（OSエラー{ $code }）
fail-os-read-only = 書き込めないディスクです（OSエラー{ $code }）
fail-no-text = ファイルはUTF-8のテキストではありません
fail-file-too-large = { $most }バイトを超えています。この種のファイルにそのような大きさのものはありません
fail-timed-out = 時間内に応答がありません
fail-cut = 接続が切れました
misuse-lists = --teams { $teams }：{ $scenario }の固定入札は{ $fixed }チームのものです（--no-lists でボットが対戦します）
misuse-fixed = --bots：{ $scenario }の入札は固定されています（--no-lists でボットが対戦します）
misuse-bots = --bots：{ $teams }チームに対してボットが{ $bots }あります
misuse-against = --against：{ $seats }席に対してボットが{ $bots }あります
misuse-alone = --against にはもう一つのボットが必要です
misuse-no-bot = { $bot }：この名前のボットはなく、起動できるコマンドでもありません（{ $why }）
misuse-same-name = { $name } という名前のボットが二つあります。「名前=コマンド」で別の名前を付けられます
misuse-ladder = { $path } はラダーのファイルではありません：{ $why }
misuse-round = 第{ $round }回の入札はありません。1から{ $rounds }までです
misuse-pace = --pace { $pace }：slow、real、fastのいずれか、または秒数を4つまで 入札[,再入札[,休止[,石積み]]] の形で指定してください（入札と再入札は1から{ $longest }まで）
misuse-teams = { $teams }チームでは対戦できません。{ $least }から{ $most }チームです
misuse-servers = --servers { $servers }：複数のサーバーで共有できるのはデータベースの記録簿だけです。例：--journal postgres
misuse-parameters = パラメータ「{ $file }」：{ $fault }
misuse-parameters-unreadable = { $line }行目の{ $column }文字目：{ $what }
misuse-parameters-name = `name`が「{ $name }」です。a-z、0-9、-の1～24文字にしてください
misuse-parameters-range = `{ $field }`が{ $value }です。{ $low }～{ $high }にしてください（{ $rule }）
misuse-setup = 対戦できません：{ $fault }
trouble-make = { $path }を作成できません
trouble-folder = フォルダーを作成できません
trouble-used = { $path }には別のリハーサルのファイルがあります
trouble-write = { $path }に書き込めません
trouble-exists = { $path }がすでにあり、内容が違うため上書きしませんでした。移すか消すか、--out で別のフォルダーを指定するか、パラメーターで別の名前を付けてください
trouble-launch = サーバー{ $path }を起動できません
trouble-no-server = リハーサルに使うサーバーがありません。このプログラムにはサーバーが含まれておらず、隣の{ $path }を起動します。リリースのアーカイブから両方を同じフォルダーに取り出してください
trouble-no-start = サーバーが起動しませんでした。ログの末尾
trouble-ended = サーバーが途中で終了しました（{ $status }）
trouble-database = リハーサルに使えるデータベースがありません。PostgreSQLは多くのシステムに付属しています（Debian・Ubuntu：apt-get install postgresql）。その後、postgres ユーザーで次を実行してください：createuser --createdb judge && createdb --owner judge contest
trouble-own-database = リハーサルに使えるPostgreSQLがありません：{ $why }
trouble-still = { $seconds }秒間、何も起きませんでした
folder-not-ours = { $path }は空でなく、大会のフォルダーでもありません。別のフォルダーか、新しいフォルダーを指定してください
folder-differs = { $path }の内容がすでに違います。--force を付けると置き換えます。鍵とトークンは残ります
folder-missing = { $option } を指定してください
folder-bad-address = 「{ $address }」ではチームがサーバーに接続できません：{ $fault }。会場のネットワークでのこのパソコンのアドレスを指定してください（例：192.168.0.10:7150）
folder-reserved = { $contest }：{ $field }の{ $name }は、initが作るファイルと同じ名前です。別の名前にしてください
address-fault-form = ホストとポートではありません
address-fault-port = ポートは1〜65535で、先頭に0は付けません
address-fault-unspecified = 待ち受け用のアドレスで、クライアントからは接続できません
address-fault-group = 複数のパソコンを同時に指すアドレスです
address-fault-reserved = パソコンには割り当てられない範囲のアドレスです
address-fault-link = 同じケーブルかアクセスポイントの中だけで通じ、ネットワークが変わると変わります
folder-outside = { $contest }：{ $field }の{ $name }は、そのフォルダーの外を指しています。ファイルを同じフォルダーに置き、そこからの相対パスで、.. を使わずに書いてください
folder-halved = { $here }はありますが、{ $gone }がありません。写しを戻してください

# === end of failures ===


# An event in groups: what its games are called. $stage is the plan's name of a stage.

event-game = { $stage } 第{ $group }グループ
event-game-spare = { $stage } 第{ $group }グループ（予備）
event-game-is-replaced = 大会「{ $event }」の裁定により、予備の試合に替えました（G4）
event-game-is-overruled = 大会「{ $event }」の裁定により、結果が定められました（TV3）
event-game-of-abandoned = 大会「{ $event }」が中止されたため、この試合も中止します（TV3）
# === end of games of events ===


# rehearsal event --preset ishigaki: a contest in groups.

rehearsal-groups-facts = { $teams }チーム。数字・ボットの好み・じゃんけんはすべて種{ $seed }から決まります
rehearsal-groups-server = サーバーは別のプロセスで動き、すべての試合を作り、進め、集計します。ボット・審判・運営・受付・審判員・掲示板はすべてgRPCで接続します。
rehearsal-groups-made = サーバーが{ $games }試合を作り、同時に行います。
rehearsal-groups-team = { $team }（空き{ $empty }、残り{ $held } TSUYAMA）
rehearsal-groups-counted = 第{ $group }グループを集計しました：{ $best }
rehearsal-groups-replaced = 第{ $group }グループ：停電しました。審判員の裁定により予備の試合を行います（G4、TV3）。
rehearsal-groups-why = 停電のため
rehearsal-groups-killed = { $games }試合の途中でサーバーを強制終了しました（kill -9）。
rehearsal-groups-verified = 大会の記録（{ $facts }件）と{ $games }試合の記録はすべて正しく、規則どおりで署名もあります。
rehearsal-groups-counts = 大会の集計は各試合の結果と一致します。
misuse-roster = --teams { $teams }：最大{ $most }チームです
# === end of rehearsal of groups ===

### === pages ===

page-rules = ルール
page-without-script = この画面にはJavaScriptが必要です。すべてこのパソコンから読み込まれます。
page-no-line = 画面の配信元との接続が{ $time }前から切れています。表示はその時点のもので、自動で再開します。
page-told-no-line = 画面の配信元との接続が切れています。表示は切れた時点のもので、自動で再開します。
page-told-lost = 接続断、再接続中
page-my-team = 自分のチーム
page-no-team = なし
page-sealed = 入札済み
page-awaited = 入札待ち
page-aside = 提出不要
page-hall = プロジェクター用
page-phone = スマートフォン用
page-home = トップページ
page-schedule = 今日の予定
page-hold = この画面で止める
page-go-on = 再開する
page-table = 卓{ $table }
page-call = { $players }は、卓{ $table }までお越しください。
page-called = お呼び出しです。卓までお越しください。
page-round = 第{ $round }回戦
page-next-in = 再開まで { $time }
page-starts-in = 開始まで { $time }
page-next-at = { $clock }から
page-find = 自分の対局を探す
page-find-how = 番号・名前・よみがな
page-find-none = 「{ $text }」に当てはまる人はいません。
page-find-more = ほかに{ $count }件あります。続けて入力してください。
page-find-again = 選び直す
page-me = あなた
page-seat-next = 次の対局
page-seat-last = 直前の対局
page-seat-none = まだ対局は決まっていません。
page-against = 相手：{ $names }
page-show-game = この試合を見る
page-tie = 同額
page-shape = 石{ $lot }：{ $squares }マス
page-wall = { $team }の石垣：石{ $stones }個

# The team's page (team-client web).
page-desk = 石垣：チームの画面
page-desk-at = チームの画面： { $address }
page-desk-care = このアドレスを知っている人は、このチームとして入札できます。このパソコンでだけ使えます。Ctrl-Cで終わります。
page-practice-care = このアドレスを知っている人は、このチームとして入札できます。このパソコンでだけ使えます。Ctrl-Cで練習を終わります。
page-desk-no-browser = ここではブラウザーを開けませんでした。アドレスを手で開いてください。
page-desk-empty = まだありません。石を選んでください。
page-desk-refused = 送信できませんでした。何も変わっていません。通信を確かめて、もう一度お試しください。
page-desk-gone = このページのプログラムは終了したか、起動し直されました。表示された新しいアドレスを開いてください。
page-desk-left = プログラムを終了しました。このページは閉じてかまいません。
page-desk-unpainted = この画面の一部を表示できません（{ $what }）。再読み込みするか、端末の画面（team-client tui）を使ってください。
page-desk-bids = 入札
page-desk-keys-on = 文字キー：オン
page-desk-keys-off = 文字キー：オフ
page-desk-price = { $lot }の価格
page-desk-add = { $lot }に入札
page-desk-remove = { $lot }：削除
page-desk-raise = { $lot }の新しい価格
page-desk-give-up = あきらめる
page-desk-stones = 手元の石
page-desk-play-again = もう一度対戦
page-desk-plan = 好きな石で計画
page-desk-hold = { $stone }を持つ
page-desk-board = 石垣：矢印で石を動かし、tで回し、Enterで置きます。?ですべてのキー
page-desk-how = 石を石垣へドラッグするか、石を選んでから場所を選びます。ホイールか2本目の指で回ります。
page-desk-try = 別の価格を試す：
page-desk-question = 審判長への質問（一行）
page-desk-messages-new = 新着
page-desk-stop-search = 探索を止める
page-desk-key = キー：{ $key }
page-desk-key-on-wall = 石垣を選んでいるときのキー：{ $key }
page-todo-bidding = 入札は最大{ $bids }件、落札は最大{ $wins }個
page-todo-rebid = 価格を上げるか、あきらめてください
page-todo-others-rebid = ほかのチームが再入札しています
page-todo-ready = 第{ $round }回入札は審判の合図で始まります
page-todo-last = 審判が最後の入札を確定します
page-todo-building = 石を置いて、石垣を保存してください
page-todo-ended = 石垣を集計しています
page-list-none = 未提出
page-list-unsubmitted = 未提出
page-list-submitted = { $time }に提出：{ $bids }件、{ $total } TSUYAMA
page-list-submitted-before = 提出済み：{ $bids }件、{ $total } TSUYAMA
page-list-passed = { $time }に提出：この回は入札なし
page-list-passed-before = 提出済み：この回は入札なし
page-list-changed = { $time }の提出から{ $changes }か所変更
page-list-changed-before = 提出後に{ $changes }か所変更
page-round-passed = 入札しませんでした。
page-round-nothing = 落札できませんでした。
page-round-tied = { $tied }個が同額です。これまでの落札：{ $won }個
page-round-won = { $won }個を{ $charge } TSUYAMAで落札しました。
page-result-of = （{ $teams }チーム中）
page-result-behind = 上位は{ $team }。{ $why }
page-result-ahead = { $team }を上回りました。{ $why }
page-result-abandoned = この対局は中止になりました。
page-desk-submit = 入札を提出
page-desk-submit-changes = 変更を提出
page-desk-submitted = 提出済み
page-desk-submit-rebid = 再入札を提出
page-desk-pass = この回は辞退
page-desk-pass-rebid = 辞退
page-desk-save-wall = 石垣を保存
page-desk-wall-saved = 保存済み
page-desk-revert = 元に戻す
page-desk-use-submitted = 提出済みを取り込む
page-desk-if-all-win = すべて落札なら
page-desk-money = { $total } / { $budget }
page-desk-money-left = 残り（TSUYAMA）
page-desk-lots = 出品中の石
page-desk-list = 入札リスト
page-desk-list-how = 上ほど優先。ドラッグで並べ替え
page-desk-total = { $lines }/{ $most }件。支払いは最大{ $cost } TSUYAMA
page-desk-rebid = 同額になった入札
page-desk-wall = 自分の石垣
page-desk-teams = チーム
page-desk-round = 直前の回
page-desk-no-round = まだ開札していません。
page-desk-result = 最終結果
page-desk-min = 最低 { $price }
page-desk-last = 前回 { $price }
page-desk-copies = 残り{ $count }
page-desk-was = 提出時 { $price }
page-desk-line-new = 追加
page-desk-above = { $price }を超える額
page-desk-most = 最大 { $price }
page-desk-drag = { $lot }：ドラッグか矢印キーで優先順位を変更
page-desk-cheaper = { $lot }：1下げる
page-desk-dearer = { $lot }：1上げる
page-desk-again = { $lot }をもう1個入札
page-desk-earlier = { $lot }：これまでの価格
page-desk-refused-sign = 「{ $sign }」は数字ではありません。価格は元のままです。
page-desk-refused-long = 価格は{ $most }桁までです。価格は元のままです。
page-desk-suggest = 入札案を見る
page-desk-receipt-differs = 審判を呼んでください。第{ $revision }版の内容が、ここで提出した入札（{ $shown }）と違います。
page-desk-line-won = 落札
page-desk-line-lost = 落札できず
page-desk-line-not-needed = 不要
page-desk-line-tied = 同額
page-desk-line-open = 未定
page-desk-winner-you = 自分 { $price }
page-desk-no-winner = なし
page-desk-head-lot = 石
page-desk-head-you = 自分
page-desk-head-winner = 落札者
page-desk-other-lots = ほかの石（{ $count }種）
page-desk-wall-figures = 空き{ $empty }・{ $purse } TSUYAMA
page-desk-wall-large = { $team }の石垣を拡大
page-desk-decides = 印を付けた数字が、次のチームとの差です。
page-desk-sound-on = 音：オン
page-desk-sound-off = 音：オフ
page-desk-menu = メニュー
page-desk-help = ヘルプ
page-desk-rules = 競技ルール
page-desk-legend = 記号の意味
page-desk-legend-pattern = 色と模様：石の種類
page-desk-legend-rank = 入札リストでの順位
page-desk-legend-sealed = 提出したチーム
page-desk-legend-awaited = 未提出のチーム
page-desk-legend-plan = 破線：計画。まだ自分の石ではない
page-desk-legend-loose = 支えがない石：数えない
page-desk-legend-checked = 受け取って確認した石
page-desk-legend-carried = 運搬中の石
page-desk-legend-rules = ルールの番号：押すと本文が開く
page-desk-keys = キー
page-hint-waiting = 待つ間に石垣を組み、「入札」で次のリストを準備できます。
page-hint-bidding = 石の「+」で入札を追加します。上の行ほど優先です。締め切りまで何度でも変更できますが、提出しないと有効になりません。
page-hint-rebid = ほかのチームと同額になりました。新しい価格が高いほうが落札します。辞退もできます。
page-hint-building = 石を下から順に石垣へドラッグします。保存した石垣だけが数えられます。
page-hint-result = まず空きマスの数で決まります。印の付いた数字が、チームの差です。
page-hint-close = わかりました

board-pages = 掲示板の画面（暗号化なしのHTTP、閲覧のみ、終了はCtrl-C）
    プロジェクター用  { $hall }
    携帯用            { $phone }

page-report = 試合の全記録
page-report-proof = この記録は本物か
page-report-checking = この画面に含まれる記録を検査しています：{ $lines }行中{ $line }行目…
page-report-holds = この画面が自分で検査しました：記録の連鎖（{ $records }件）、署名された照合番号（{ $heads }件）、開札された入札が封印されたものと同じこと（{ $lists }件）。
page-report-fails = この記録は正しくありません：{ $line }行目、{ $what }。
page-report-fails-head = 照合番号が一致しません
page-report-fails-signature = サーバーの署名ではありません
page-report-fails-list = 開札された入札が封印されたものと違います
page-report-fails-read = 読み取れません
page-report-signer = 署名した鍵の指紋は{ $fingerprint }です。チームの用紙か会場の掲示板と見比べてください。誰が署名したかは、それでしかわかりません。
page-report-unsigned = 末尾の署名のない行は表示していません：{ $lines }行
page-report-rules = このページの内容は、すべて署名済みの行から計算したものです。各操作が規則どおりだったか、封印された箱の中身、サーバーが同じ試合を2回行っていないかは確かめていません。確かめるには：ishigaki-server verify
page-report-moment = すべての時点
page-report-before = 前の時点
page-report-after = 次の時点
page-report-play = 再生
page-report-stop = 停止
page-report-rounds = 各回の入札：開札されたすべてのリスト
page-report-void = 無効：
page-report-declined = 辞退
page-report-team = チーム
page-report-plots = 価格・資金・石垣
page-report-prices = 石ごと、回ごとの落札価格（横線は最低価格）
page-report-money = 保有TSUYAMAの推移（番号は各回の開始）
page-report-filled = 埋まったマスの数
page-report-log = 起きたことすべて
page-report-messages = お知らせと質問
page-report-lists-opened = 入札を締め切り、{ $lists }件の入札票を開きました（A5）。
page-report-rebids-opened = { $wave }回目の再入札を締め切り、価格を開きました（A8）。
page-report-placed = { $team }が{ $stone }を{ $row }行{ $col }列に{ $turn }度回して置きました（W4）。
page-report-wall = { $team }が石垣を組み替えました：石{ $stones }個（W5）。
page-report-counted = { $team }の石垣を手で数えました：空き{ $empty }、上部の抜け{ $top_gaps }、使用{ $used }個。理由：{ $reason }（E2）。
page-report-failed = { $lot }：{ $copies }個が不調、{ $why }（A8）。
page-report-outbid = 他の入札が上回りました（A5）
page-report-rebid-lost = 再入札で敗れたか、辞退しました（A8）
page-report-not-needed = 対象になりませんでした（A9）
page-report-announced = 全チームへのお知らせ：
report-done = { $game }の画面を{ $file }に書き出しました。ブラウザーでファイルとして開けます。
export-done = 書き出しました：{ $files }
export-no-table = 何を出力しますか。{ $tables }のどれかを指定するか、--out フォルダー ですべてを書き出してください。
record-of-event = これは試合ではなく大会の記録です。`ishigaki-server` の `verify`、`log`、`export`、`site` を使ってください
export-not-declared = 最終結果がまだ確定していないため（E4）、賞状はありません。
export-no-certificates = 最終結果が確定するまで（E4）、賞状はありません。
export-no-team = この試合に{ $team }というチームはありません。参加チーム：{ $teams }
export-which-team = どのチームの試合ですか。--team コードで指定するか、--out フォルダーで全チーム分を書き出してください。
export-team-tables = チームごとの試合の形式はhtml、text、jsonのいずれかです。表計算用には--team コードを付けて表を一つずつ指定してください。
export-one-format = 画面に出せる形式は一度に一つです。複数の形式は--out フォルダーで書き出せます。
export-of-event = 大会の記録から作れるものは{ $tables }です（csv、html、text。--team は使えません）。
export-not-printed = { $table }は表計算やプログラム用の表です（csv、json）。印刷できるもの：{ $sheets }

guide-heading = 記録の検証方法
guide-intro = すべての結果は、署名付きの記録から導かれています。サーバーがなくても、運営を信用しなくても、だれでも検証できます。
guide-fingerprint = サーバーの鍵の次の指紋を、チームの用紙または会場画面の指紋と見比べます。最後の照合番号を控えている場合は、下の --head とも見比べます。
guide-files = すべてのファイルを1つのフォルダーに置き、そこで変わっていないことを確かめます：
guide-ours = 大会のプログラムで記録を1つずつ検証します：
guide-python = または、サーバーとコードを共有しない独立の検証プログラムを使います（必要なものは Python 3.9 以降だけです）：
guide-verdict = 終了コードが0なら正しい記録、1なら不正な記録、6なら一部だけ確認できた記録です。

site-files = ダウンロード
site-title = 大会結果
site-contents = 結果一覧
site-games = 試合
site-result = 順位と石垣
site-report = 入札を含む全経過
site-record = 署名付きの記録
site-records = 署名付きの記録
site-fingerprint = サーバーの鍵の指紋：
site-head = 最後の照合番号：
site-press = 報道用の文章
site-pending = 未発表の結果
site-running = { $title }：進行中
site-covered = { $title }：終了、結果は未発表
site-partial = このページを作ったとき、記録は一部しか確認されていません：{ $gaps }。
site-gap-signer = 署名した鍵を指紋と照合していません
site-gap-unsigned = 末尾に署名のない記録があります
site-done = 結果のページを{ $folder }に書き出しました（公開した記録：{ $records }件）。index.html をブラウザーで開いてください。
site-left-out = 順位を発表していないため、次の試合は載せていません：{ $games }。会場で発表済みなら --revealed を付けてください。

press-champion = 優勝：{ $name }
press-place = { $place } { $name }
press-honoured = { $line }（{ $honours }）
press-players = 出場：{ $count }人
press-teams = 出場：{ $count }チーム
press-not-over = 順位はまだ確定していません。
press-proof = この結果は、だれでも検証できる署名付きの記録に基づいています。

archive-done = { $records }件の記録を{ $folder }に書き出しました。検証の手順は README.ja.txt にあります。
records-problem = { $record }：{ $what }
records-repeated = { $id }：2回指定されています
records-in-use = 記録簿は稼働中のサーバーが使用しています。先にサーバーを停止するか、`standby --once` で作った写しを使ってください。
records-folder-taken = フォルダー{ $folder }は空ではありません。新しいフォルダーを指定するか、削除してください。
records-none = 始まった試合も大会もないため、記録がありません。
records-nothing-public = まだ公開できる結果がありません。順位を発表した試合も、始まった大会もありません。会場で順位をすべて発表済みなら --revealed を付けてください。

# === end of pages ===

# === the doctor ===

doctor-level-ok = 正常
shared-level-note = 情報
doctor-level-warning = 要確認
doctor-level-error = 要対処
doctor-part-contest = 大会ファイル
doctor-part-certificate = 証明書
doctor-part-tokens = トークン
doctor-part-kits = チーム用フォルダー
doctor-part-key = 鍵
doctor-part-journal = 記録簿
doctor-part-machine = パソコン
doctor-part-addresses = アドレス
doctor-sum = 正常{ $fine }件、要確認{ $look }件、要対処{ $stop }件。
doctor-no-folder = フォルダー{ $folder }がありません
doctor-no-contest = { $file }がありません
doctor-not-a-file = { $file }はファイルではなく{ $kind }です。終わりがないかもしれないため、読みません
doctor-file-large = { $file }は{ $size } MiBあります。この種のファイルは{ $most } MiBまでのため、読みません
doctor-kind-pipe = パイプ
doctor-kind-socket = ソケット
doctor-kind-device = デバイス
doctor-lint-more = ほかに{ $count }件の指摘があります
doctor-contest = { $file }：{ $games }試合、{ $teams }チーム
doctor-certificate-refused = クライアントは証明書{ $file }を受け付けません：後ろに付いている認証局が、サーバー用に発行したものではありません
doctor-certificate-ended = 証明書{ $file }を受け付けるクライアントはもうありません：有効期限は{ $at }でした。このパソコンの時計は{ $today }です
doctor-certificate-not-yet = 証明書{ $file }を受け付けるクライアントはまだありません：有効になるのは{ $at }からです。このパソコンの時計は{ $today }です
doctor-certificate-name = クライアントは証明書{ $file }を受け付けません：競技のサーバー用のものではありません
doctor-certificate-soon = 証明書{ $file }の有効期間はあと{ $days }日です
doctor-certificate-hours = 証明書{ $file }の有効期間はあと{ $hours }時間です
doctor-certificate = 証明書{ $file }の有効期間はあと{ $days }日で、鍵と対応しています
doctor-authority-gone = クライアントがサーバーを見分けるための{ $file }がありません
doctor-authority-other = { $file }は{ $chain }を発行した認証局のものではありません。これを信頼するクライアントは、このフォルダーのサーバーに接続できません
doctor-authority-key-gone = { $file }がありません。大会は続けられますが、サーバー証明書の期限後に新しい証明書を作れません
doctor-authority-key-other = { $file }は{ $authority }と対応していません。新しい証明書を作れません
doctor-exposed = ほかの利用者が{ $file }を読めます（モード{ $mode }）
doctor-writable = ほかの利用者が{ $file }を書き換えられます（モード{ $mode }）
doctor-folder-exposed = ほかの利用者が{ $file }の中を見られます（モード{ $mode }）
doctor-folder-writable = ほかの利用者が{ $file }にファイルを置いたり、消したりできます（モード{ $mode }）
doctor-more-files = ほか{ $count }件
doctor-tokens = { $file }：有効なトークン{ $count }個
doctor-team-without-token = チーム{ $team }に有効なトークンがないため、接続できません
doctor-role-without-token = { $role }の有効なトークンがありません
doctor-token-stale = { $file }のトークンは無効です。失効したか、別の大会のものです
doctor-token-other = { $file }のトークンは{ $whose }のものです。これで入る人は{ $whose }として扱われます
doctor-join-other = { $file }の内容がこのフォルダーと一致しません。別のサーバーか、別のトークンを指しています
doctor-token-empty = { $file }は空です。これでは誰も入れません
doctor-token-gone = { $file }がありません：{ $name }のトークンは有効ですが、ここから入るためのものがありません
doctor-kit-gone = チーム{ $team }のトークンは発行済みですが、{ $folder }にないため、渡すものがありません
doctor-kit-empty = { $folder }のトークンのファイルは空です。チーム{ $team }はこれでは入れません
doctor-kit-stale = { $folder }のトークンは、チーム{ $team }の有効なトークンではありません
doctor-kit-other = { $folder }のサーバーまたは認証局が、このフォルダーのものと違います。チーム{ $team }は接続できません
doctor-kits = { $count }チームのフォルダーは、トークン・認証局・アドレスとも正常です
doctor-key = { $file }、指紋{ $fingerprint }
doctor-key-new = 鍵ファイル{ $file }はまだありません。最初の起動で作られます
doctor-journal-new = 記録簿{ $path }はまだありません。最初の起動で作られます
doctor-journal-older = 記録簿{ $path }は古い形式です。このプログラムの最初の起動で新しい形式になります。ここでは記録を読めませんでした
doctor-journal-in-use = サーバーが記録簿{ $path }を開いているため、ここでは記録を読めませんでした
doctor-journal = { $path }：{ $of }件の試合・大会のうち{ $games }件の全記録を読めました
doctor-checkpoint = { $game }のチェックポイントが別の記録のものです。サーバーはこれを破棄します。記録簿がコピーから復元された可能性があります
doctor-record-forged = { $game }の記録{ $record }は、この鍵で書かれたものでないか、後から変更されています
doctor-left-out = 大会ファイルにない進行中の試合が記録簿にあります：{ $games }
doctor-game-changed = 試合{ $game }は進行中ですが、開始後に{ $file }、またはそこに書かれたシナリオが変更されています：{ $what }。試合は開始時の内容で続きます
doctor-event-changed = 大会{ $event }の作成後に、{ $file }の進め方または名称が変更されています。大会は作成時の内容で続きます
doctor-roster-changed = 大会{ $event }は確定した名簿で行われますが、その後に{ $file }のチームが変更されています（TV1）：{ $who }
doctor-roster-other = 大会{ $event }の名簿は運営が設定したもので、そのまま使われます。{ $file }のチームとは異なります：{ $who }
doctor-roster-gone = { $id }は名簿だけにあります
doctor-roster-new = { $id }はファイルだけにあります
doctor-roster-otherwise = { $id }は{ $parts }が異なります
doctor-roster-order = 並び順だけが異なります
doctor-clock-back = 記録簿には、このパソコンの現在時刻より{ $seconds }秒後の記録があります。時計が間違っています
doctor-clock-behind = { $file }は、このパソコンの現在時刻より{ $seconds }秒後に書かれています。時計が間違っているかもしれません
doctor-disk = { $size } MiBのうち{ $free } MiBが空いています
doctor-disk-little = { $size } MiBのうち空きは{ $free } MiBだけです。一杯になると試合が止まります
doctor-folder-read-only = { $folder }に書き込めません（{ $why }）。サーバーは記録簿を保存できません
doctor-descriptors = 同時に開けるファイルと接続は{ $descriptors }個です
doctor-descriptors-few = 同時に開けるファイルと接続は{ $descriptors }個だけなので、{ $connections }台までは接続できません
doctor-no-address = { $file }にサーバーが書かれていないため、用紙からたどれません
doctor-address = 用紙のアドレス{ $address }はこのパソコンです
doctor-address-bad = 用紙のアドレス{ $address }ではチームがサーバーに接続できません：{ $why }
doctor-address-unknown = { $address }のホスト名は、ここでは見つかりません
doctor-address-loopback = 用紙のアドレス{ $address }は、どのパソコンでも自分自身を指します。このパソコン上のクライアントしか接続できません
doctor-address-not-here = 用紙のアドレス{ $addresses }は、このパソコンではありません
doctor-port-taken = { $address }で待ち受けられません：{ $why }
doctor-served-elsewhere = サーバーが記録簿を開いていますが、用紙のアドレス{ $address }では応答がありません
doctor-server = { $address }が応答しました（{ $games }試合）
doctor-server-none = { $address }で応答するサーバーはありません
doctor-server-other = { $address }で応答した相手には、クライアントは接続しません：{ $why }
doctor-server-denies = { $address }は、このフォルダーの掲示板用トークンを受け付けません
doctor-fix-make = ishigaki-server init --out フォルダー --contest ファイル --address ホスト:ポート
doctor-fix-init = ishigaki-server init --out { $folder }   （足りないものだけを作ります）
doctor-fix-lint = そこを直してから：ishigaki-server lint { $file }
doctor-fix-copy = バックアップか予備機から、{ $file }の写しを戻してください
doctor-fix-certificate = 写しを戻すか、{ $chain }と{ $key }を削除してから：ishigaki-server init --out { $folder }
doctor-fix-renew = このパソコンの日付が正しければ：ishigaki-server init --out { $folder }   （これまでと同じ相手に通用する新しい証明書。次の起動から使われます）
doctor-fix-renew-keyless = このパソコンの日付が正しければ、{ $key }の写しを戻すか、写しがなければ rm { $authority }（認証局が新しくなり、用紙はすべて配り直しになります）としてから：ishigaki-server init --out { $folder }
doctor-fix-tokens = バックアップか予備機から、{ $file }の写しを戻してください。写しがなければ、配ったトークンと用紙はすべて使えません。全員分を作り直すには：ishigaki-server init --out { $folder }
doctor-fix-close = chmod 600 { $files }
doctor-fix-close-folder = chmod 700 { $files }
doctor-fix-close-all = chmod -R go-rwx { $folder }   （全体を所有者だけのものにします）
doctor-fix-not-a-file = 何であるかは ls -l { $file } で分かります。ファイルの写しを元の場所に戻してください
doctor-fix-reissue = 写しを戻すか、再発行してください（これまでのトークンは無効になります）：ishigaki-server token reissue { $who } --folder { $folder }
doctor-fix-issue-team = ishigaki-server token issue --folder { $folder } --team { $team }
doctor-fix-issue-role = ishigaki-server token issue --folder { $folder } --role { $options }
doctor-fix-in-use = 全記録を調べるにはサーバーを止めるか、写しを調べます：ishigaki-server standby --folder 写し --once
doctor-fix-restore = 予備機にある記録簿の写しか、バックアップを使ってください
doctor-fix-left-out = 大会ファイルに戻すか、[server]の left_out = [...] に書いてください
doctor-fix-game-changed = ファイルを開始時の内容に戻してください。今の内容で行う場合は、予備の試合に替えます：judge-tui replace { $game } --reason "..."
doctor-fix-event-changed = ファイルを元に戻してください。今の内容で行う場合は、ファイルで別のidを付けてください
doctor-fix-roster-changed = ファイルのチームを名簿のとおりに戻してください。ファイルのチームで行う場合は、ファイルで大会に別のidを付けてください
doctor-fix-roster-other = ファイルのチームを名簿に合わせてください。または、ファイルのチームを名簿に設定してください：judge-tui event roster FILE.csv
doctor-fix-clock = このパソコンの時計を合わせてください：timedatectl set-ntp true、または timedatectl set-time "YYYY-MM-DD HH:MM:SS"
doctor-fix-disk = 最初の試合の前に、空きを作るか（df -h と du -xh で調べられます）、フォルダーを別のディスクに移してください
doctor-fix-write = { $path }の所有者で実行するか、サーバーを動かす利用者に渡してください：chown -R "$USER" { $path } && chmod u+rwX { $path }
doctor-fix-immutable = 所有者やモードの問題ではありません。lsattr -d { $path } に変更不可の印（iかa）があれば、rootで：chattr -R -i -a { $folder }
doctor-fix-read-only = ディスクが読み取り専用でマウントされており、chownやchmodでは直りません。findmnt -T { $path } で調べ、mount -o remount,rw で戻せます。故障したディスクはLinuxが自動で読み取り専用にします。dmesgにエラーがあれば、予備機に切り替えてください
doctor-fix-full = ディスクが一杯です。df -h { $path } で確かめ、du -xh --max-depth=2 で大きいものを探してください。このフォルダー以外のものを消すか、フォルダーを別のディスクに写して、そこから起動してください
doctor-fix-other-log = mv { $log } { $away }
doctor-fix-writable = chmod u+w { $path } { $folder }
doctor-fix-descriptors = ulimit -n { $needed }、またはsystemdのユニットで LimitNOFILE={ $needed }
doctor-fix-address = ishigaki-server init --out { $folder } --force --address ホスト:ポート   （会場でのこのパソコンのアドレス）とし、用紙を配り直してください
doctor-fix-port = そのポートを使っているものを止めるか、--listen で別のポートにして用紙を作り直してください
doctor-fix-line = 別の大会のサーバーなら止め、この大会のものならこのフォルダーの証明書で起動し直してください
doctor-fix-token = 別の大会のサーバーか、別のトークンファイルを使っています：ishigaki-server serve --folder { $folder }
doctor-fix-serve = ishigaki-server serve --folder { $folder }
doctor-server-version = 応答したサーバーは{ $server }、このプログラムは{ $here }です。版の違う予備機は引き継げないことがあります
doctor-client-version = { $here }と違う版で接続しているチームがあります：{ $teams }
doctor-fix-version = すべてのパソコンに、同じ配布物から同じ版を入れてください

# === end of the doctor ===

### === findings ===
# lint の指摘。` ` の中はファイルのキー、「」の中はファイルの内容。
lint-finding = { $file }:{ $line }:{ $column }: { $level }：{ $what }（{ $why }）
lint-located = { $file }:{ $line }:{ $column }: { $what }（{ $why }）
lint-level-error = 誤り
lint-level-warning = 要確認
lint-toml = { $message }
lint-empty = `{ $key }`が空です
lint-no-code = `{ $key }`が「{ $text }」です。使えるのはA-Z a-z 0-9の1～{ $most }文字です
lint-no-code-also = `{ $key }`が「{ $text }」です。使えるのはA-Z a-z 0-9の1～{ $most }文字と、2文字目以降の{ $also }です
lint-out-of-range = `{ $key }`が{ $number }です。{ $least }～{ $most }にしてください
lint-not-one-of = `{ $key }`が「{ $text }」です。使えるのは{ $choices }です
lint-wrong-type = `{ $key }`は{ $wanted }で書きます。今は{ $found }です
lint-no-key = この{ $noun }に`{ $key }`がありません
lint-unknown-key = { $noun }に`{ $key }`というキーはありません。使えるのは{ $known }です
lint-id-taken = { $noun }「{ $id }」は{ $line }行目にもあります
lint-other-kind = これは{ $found }のファイルです。必要なのは{ $expected }のファイルです
lint-no-kind = シナリオ（`frame`がない）でも、大会（[[game]]がない）でも、NAME.lists.tomlでもありません
lint-unreadable = { $path }を読めません：{ $why }
lint-unknown-scenario = シナリオ「{ $name }」はありません。あるもの：{ $known }。ファイルは、/を含むパスか.tomlで指定します
lint-outside = 「{ $name }」は大会のフォルダーの外を指しています
lint-not-beside = 「{ $name }」は大会のフォルダーにあるファイルではありません
lint-faulty-scenario = シナリオ「{ $name }」に誤りが{ $faults }件あります。そのファイルの行で示します
lint-no-game-and = この大会に試合「{ $name }」はなく、{ $error }
lint-sign = `{ $key }`に文字{ $sign }があります。マスは#、マスでないところは.です
lint-ragged = `{ $key }`の{ $row }行目の幅が{ $width }です。1行目は{ $wanted }です
lint-disconnected = `{ $key }`のこのマスは、最初のマスとつながっていません
lint-no-square = `{ $key }`にマスがありません
lint-too-large = `{ $key }`が大きすぎます。{ $extent }行、{ $extent }列、合わせて{ $squares }マスまでです
lint-not-flat = `frame`の{ $side }の行に平らなところがなく、1マスずつ離れています
lint-no-round = {"["}[round]]がありません
lint-no-stone = {"["}[stone]]がありません
lint-above-money = `min_price`が{ $price }で、各チームが最初に持つ{ $money }を超えています
lint-parts = `frame`の{ $side }の行が{ $parts }つに分かれています
lint-bare-frame = `frame`の図の周りに、マスのない行や列が{ $edges }本あります
lint-nothing-fills = `frame`をすべて埋める石垣がありません
lint-filling-open = { $tries }回試しましたが、`frame`をすべて埋める石垣が見つかりません。埋まる石垣の例をファイルと一緒に保管してください
lint-like-price = 石「{ $stone }」は価格と読み違えられます
lint-same-stone = 石「{ $stone }」は、回せば{ $line }行目の「{ $other }」と同じです。同じ種類の個数は`copies`で示します
lint-turned-over = 石「{ $stone }」は、{ $line }行目の「{ $other }」を裏返したものです
lint-bare-stone = 石「{ $stone }」の図の周りに、マスのない行や列が{ $edges }本あります
lint-larger-than-frame = 石「{ $stone }」は{ $height } x { $width }で、`frame`の{ $rows } x { $columns }より大きいです
lint-fits-nowhere = 石「{ $stone }」は、どう回しても`frame`に入りません
lint-covers-most = 石「{ $stone }」だけで{ $frame }マスのうち{ $squares }マスを覆います
lint-too-few-squares = すべての石を合わせて{ $squares }マスです。`frame`は{ $frame }マスあります
lint-few-squares = すべての石を合わせて{ $squares }マスで、`frame`の{ $frame }マスとほとんど変わりません
lint-few-wins = 1チームが落札できるのは大きい石から{ $most }個までで、合わせて{ $frame }マスのうち{ $squares }マスです
lint-dear-wall = 石垣枠をすべて埋めるには、最低価格でも{ $price }かかります。チームの保有は{ $money }です
lint-much-money = `money`の{ $money }で、最低価格{ $price }のすべての石を{ $times }回買えます
lint-free-stone = 石「{ $stone }」は0で落札できます
lint-dear-stone = 石「{ $stone }」は、チームの保有{ $money }のうち{ $price }を必要とします
lint-few-bids = { $bids }件の入札リストで{ $wins }個は落札できません
lint-all-in-one-round = 1チームが1回で{ $copies }個の石すべてを落札できます
lint-many-bids = 入札リストの件数は石の個数の{ $copies }までで、{ $bids }にはなりません
lint-teams-of-game = { $teams }チームです。試合は4～9チームで行います
lint-left-over = { $teams }チームが落札できるのは合わせて{ $most }個までで、{ $copies }個のうち{ $left }個は誰のものにもなりません
lint-all-in-first-round = 第1回だけで、{ $teams }チームが{ $copies }個の石すべてを落札できます
lint-scarce-stones = すべての石を合わせて{ $squares }マスで、{ $teams }チーム分の石垣枠{ $walls }マスの半分に足りません
lint-plenty-of-stones = すべての石を合わせて{ $squares }マスで、{ $teams }チーム分の石垣枠{ $walls }マスの3倍を超えます
lint-unusual-time = `{ $key }`が{ $seconds }です。普通は{ $least }～{ $most }です
lint-early-close = 全チームが提出するとすぐに入札を締め切ります。リハーサルだけで使ってください
lint-made-for = { $wanted }チーム用のシナリオを{ $teams }チームで使います
lint-no-game = {"["}[game]]も[[event]]もありません
lint-of-roster = `{ $key }`は大会の名簿に書くものですが、このファイルに[[event]]がありません
lint-name-of-staff = 名前「{ $id }」は運営が使います
lint-no-games = `games`に試合がありません
lint-no-time = 「{ $text }」は13:00のような時刻ではありません
lint-time-not-later = 前の予定より後の時刻ではありません
lint-no-message = `{ $key }`は{ $most }文字以内の1行で、前後に空白を入れません
lint-unknown-game = 試合「{ $game }」はありません
lint-seats-now = 出場チームを開始時に決めるので、今は始められません。starts = "by-organiser"にしてください
lint-title-missing = `title_ja`がありますが、`title`がありません
lint-many-seats = { $seats }チームで行う試合ですが、この大会は{ $teams }チームです
lint-named-twice = チーム「{ $team }」が2回指定されています
lint-unknown-team = この大会にチーム「{ $team }」はありません
lint-team-count = 試合のチームが{ $teams }です。2～16チームで行います
lint-team-twice = チーム「{ $team }」が2回あります
lint-unplayable = シナリオを使えません：{ $why }
lint-own-spare = 試合「{ $game }」の予備がその試合自身です
lint-spare-id = 予備の試合のID「{ $id }」は、すでに使われているか{ $most }文字を超えます
lint-spare-now = 予備の試合「{ $spare }」が今始まります。starts = "by-organiser"にしてください
lint-spare-teams = 予備の試合「{ $spare }」のチームが「{ $game }」と違います
lint-spare-practice = 予備の試合「{ $spare }」は練習用ですが、「{ $game }」は練習用ではありません
lint-spare-no-practice = 予備の試合「{ $spare }」は練習用ではありませんが、「{ $game }」は練習用です
lint-spare-returns = 「{ $game }」の予備をたどると、その試合自身に戻ります
lint-no-spare = 試合「{ $game }」に予備がありません
lint-same-problem = 予備の石垣枠と石が同じです
lint-alike-codes = { $noun }「{ $code }」は{ $line }行目の「{ $other }」と紛らわしいです
lint-odd-signs = 文字列に{ $signs }があります。見えないか、画面によって幅が違うため、違う表示になることがあります
lint-same-name = チーム名「{ $name }」は{ $line }行目にもあります
lint-alike-name = 名前「{ $name }」は{ $line }行目の「{ $other }」と見分けがつきません
lint-only-practice = チーム「{ $team }」は練習のほかに試合がありません
lint-plays-nowhere = チーム「{ $team }」の試合がありません
lint-two-games = チーム「{ $team }」は、どちらも今始まる「{ $first }」と「{ $second }」に出場します
lint-event-id = `id`が「{ $id }」です。使えるのはa-z 0-9の1～{ $most }文字と、2文字目以降の-です
lint-event-teams = 大会{ $event }のチームが{ $teams }つです。2つ以上必要です
lint-division-taken = 区分「{ $division }」の大会はすでにあります
lint-division-missing = `division`のない大会は、ファイルに1つだけ書けます
lint-no-division = チーム「{ $team }」の出る大会がありません。`division`に次のどれかを書いてください：{ $known }
lint-events-own-id = 試合「{ $id }」は、大会自身の試合の名前{ $event }-STAGE-GROUPと同じ形です
lint-no-plan = この大会に`preset`も`plan`もありません
lint-preset-and-plan = `preset`と`plan`が両方あります。どちらか一つにしてください
lint-unknown-team-of = チーム「{ $team }」はここにありません。あるもの：{ $known }
lint-rounds = {"["}[round]]が{ $rounds }個ありますが、シナリオ「{ $scenario }」は{ $wanted }回です
lint-no-line = 「{ $text }」は入札になっていません。"L 12"のように、石と価格を書いてください
lint-no-raise = 「{ $text }」は再入札になっていません。"1 14"のように、優先順位と新しい価格を書いてください
lint-unknown-stone = シナリオ「{ $scenario }」に石「{ $stone }」はありません
lint-many-lines = { $lines }件の入札がありますが、Mは{ $most }です
lint-many-lines-of = { $stone }に{ $lines }件の入札がありますが、残りは{ $copies }個です
lint-no-copy-left = { $line }番目の入札の{ $stone }は、残りがありません
lint-below-minimum = { $line }番目の入札は{ $stone }に{ $price }ですが、最低価格は{ $least }です
lint-over-money = 入札の合計は{ $total }ですが、チームの保有は{ $held }です
lint-raised-twice = 優先順位{ $line }が2回指定されています
lint-not-tied = 優先順位{ $line }は同額の入札ではありません
lint-not-above = 優先順位{ $line }の新しい価格{ $price }は、{ $stone }の同額{ $tied_at }を超えていません
lint-raises-over = 再入札の合計は{ $total }ですが、上限は{ $most }です
lint-nothing-tied = 同額の石がないので、この再入札は行われません
lint-further-wave = さらに[[round.wave]]が必要です：{ $ties }
lint-refused-otherwise = 拒否されますが、理由は{ $code }ではありません：{ $why }
lint-accepted = 受け付けられます。{ $code }では拒否されません
lint-word-quoted = 「{ $text }」
lint-word-or = { $first }か{ $next }
lint-word-and = { $first }と{ $next }
lint-word-then = { $first }、{ $next }
lint-word-tie = { $lines }が{ $stone }に{ $price }で同額
lint-word-tied-line = { $team }（優先順位{ $line }）
lint-word-top = 上端
lint-word-bottom = 下端
lint-word-file = ファイル
lint-word-scenario = シナリオ
lint-word-contest = 大会
lint-word-stone = 石
lint-word-team = チーム
lint-word-game = 試合
lint-word-judge = 審判
lint-word-round = 回
lint-word-event = 大会
lint-word-quoted-text = 引用符で囲んだ文字列
lint-word-whole-number = 整数
lint-word-true-or-false = trueかfalse
lint-word-array-of-texts = 文字列の配列
lint-word-list-of-tables = テーブルの並び[[{ $key }]]
lint-word-a-table = テーブル
lint-word-no-stones = 石がありません
lint-word-stone-twice = 石「{ $stone }」が2回あります
lint-word-no-copies = { $number }番目の種類の石が1個もありません
lint-word-no-rounds = 入札の回がありません
lint-word-empty-round = 第{ $round }回は入札か落札ができないか、受付時間がありません
lint-word-type-text = 文字列
lint-word-type-integer = 整数
lint-word-type-float = 小数
lint-word-type-boolean = 真偽値
lint-word-type-datetime = 日時
lint-word-type-array = 配列
lint-word-type-table = テーブル
lint-because = { $what }：{ $why }
planned-event-shape = 大会{ $event }のプラン{ $name }はプリセットのファイルではありません
planned-event-config = 大会ファイルの大会{ $event }は行えません
event-config-shape = 設定の形が合っていません
event-config-source = 設定には`preset`か`plan`のどちらか一つが必要です
event-config-unknown-preset = プリセット「{ $name }」はありません。あるもの：{ $known }
event-config-of-another-kind = 「{ $member }」は、この種類の大会の設定ではありません
event-config-unknown-stage = 招待チームのステージ「{ $stage }」がプランにありません
event-config-control = 題名に制御文字があります
canonical-number = 64ビットの整数でない数があります
canonical-depth = オブジェクトとリストの入れ子が{ $most }段を超えています
preset-shape = プリセットの形が合っていません
preset-time = 「{ $text }」は"9:45"のような時刻ではありません
preset-slot = 時間割の枠が0分です。1分以上にしてください
preset-plan = このプリセットでは大会を行えません：{ $fault }
preset-group-plan = このプリセットでは大会を行えません：{ $fault }
lint-field = { $field }（{ $rule }）：{ $what }
lint-leagues-semi = リーグが{ $leagues }つです。準決勝がある場合は{ $expected }つです
lint-leagues = リーグが{ $leagues }つです。準決勝がない場合は{ $expected }つです
lint-leagues-none = リーグが{ $leagues }つです。[knock_out]がない場合は{ $expected }にします
lint-prizes-without-leagues = リーグのない大会に入賞はありません。`nobody`にしてください
lint-round-robin-of-leagues = 総当たりにできるのは、リーグと[knock_out]のない大会だけです
lint-round = 第{ $round }回戦です。第{ $least }回戦にしてください
lint-round-range = 第{ $round }回戦です。第{ $least }～{ $most }回戦にしてください
lint-seed-digits = 乱数の種が{ $digits }桁です。1～18桁で、どのくじも1桁以上です
lint-seed-number = 番号{ $number }は1～10でないか、2回あります
lint-seed-class = { $class }番目の区分に名前がないか、ほかと同じ名前です
lint-no-semi-finals = 3位決定戦には準決勝が必要です
lint-womens-final = 3位決定戦や入賞者の試合があると、女子選手の試合が同じ回に2つになることがあります
lint-strength-depth = { $depth }です。1～12にしてください
lint-prize-order = { $criterion }番目の基準は、入賞者が決まる前に入賞者の順を決めます
lint-no-stage = ステージがありません
lint-stage-name = 「{ $stage }」は、ほかのステージの名前か、A-Z a-z 0-9と2文字目以降の-と_の1～12文字になっていません
lint-stage-source = ステージ「{ $stage }」にチームがないか、前にないステージからチームが来ます
lint-stage-size = ステージ「{ $stage }」：{ $what }
lint-stage-game = ステージ「{ $stage }」：{ $teams }チームの試合が2回あるか、2～16チームでないか、シナリオがありません
lint-stage-two-sizes = ステージ「{ $stage }」：目標チーム数とグループ数の両方が書かれています
lint-stage-per-group = ステージ「{ $stage }」：各グループから{ $teams }チームが進みますが、1グループは最大{ $most }チームです
event-config-date = 「{ $text }」は日付ではありません（例：2026-12-05）
event-config-no-date = くじ「{ $lottery }」の抽選日がありません。`lottery_date`を指定してください
lint-group-seed-digits = 乱数の種が{ $digits }桁です。15桁で、どのくじも1桁以上です
lint-few-teams = { $teams }チームです。2チーム以上必要です
lint-target = 1グループ{ $target }チームです。4～8チームにしてください
lint-groups = { $groups }グループでは、各グループが2～16チームになりません
contest-event-roster = 大会ファイルのチームは大会{ $event }の名簿になりません
contest-event-no-teams = 大会ファイルの大会{ $event }はグループで行いますが、ファイルにチームがありません（TG1）
contest-event-created = 大会ファイルの大会{ $event }を作れません
contest-event-unset = 大会{ $event }の名簿を登録できません：{ $why }
roster-shape = 名簿の形が合っていません
roster-lines = 名簿が{ $lines }行です。1～{ $most }行にしてください
roster-id = 名簿の{ $line }行目のID「{ $id }」が空か、ほかの行と同じです
roster-long-id = 名簿の{ $line }行目のIDが{ $characters }文字です。{ $most }文字までです
roster-control = 名簿の{ $line }行目に制御文字があります
roster-seed-class = 名簿の{ $line }行目のシードの区分「{ $class }」がプランにありません
lint-long-roster = 大会の名簿が{ $lines }行です。この総当たりで全員が対局できるのは{ $most }人までです
lint-no-roster = 大会にはまだ選手がいません。名簿は後から主催者が登録できます
lint-short-roster = 大会の名簿が{ $lines }行です。リーグには{ $least }行以上必要です
lint-woman-unused = チーム「{ $team }」の`woman`は使われません。大会はグループで行います
lint-unknown-guest = ステージ「{ $stage }」の招待チーム「{ $guest }」は大会のチームではありません
lint-left-out = チーム「{ $team }」は招待チームでなく、名簿からチームを取るステージもありません
lint-stage-of = ステージ「{ $stage }」（{ $teams }チーム）：{ $what }
lint-stage-no-scenario = stage.game：ステージ「{ $stage }」は{ $teams }チームで{ $groups }グループですが、{ $size }チームの試合のシナリオがありません
lint-stage-no-scenario-absent = stage.game：ステージ「{ $stage }」には、欠場があったときの{ $sizes }チームの試合のシナリオがありません
lint-stage-scenario = stage.game：ステージ「{ $stage }」：{ $what }
lint-not-playable = シナリオ「{ $scenario }」は{ $teams }チームでは使えません：{ $why }
lint-bad-scenario = シナリオ「{ $scenario }」：{ $why }
basis-toml = TOML
basis-format = ファイルの形式、`docs/reference/contest-files.ja.md`
basis-unique = IDは重複しない
basis-squares-joined = W1：石垣枠と石のマスは辺でつながる
basis-signs = W1：図は#と.の行
basis-flat = W1：石垣枠の上端と下端は平ら
basis-row-0 = W1：行0は図のいちばん上
basis-same-stone = W2：回した石は同じ石
basis-turned-over = W2：石は裏返せない
basis-first-square = W2：石は最初のマスから始まる
basis-inside = W2：石は石垣枠の中に置く
basis-support = W5：支え
basis-told-before = G1：試合前にすべて知らせる
basis-money-same = G1：TSUYAMAは整数で、全チーム同じ
basis-money-whole = G1：TSUYAMAは整数で、負にならない
basis-money = G1：入札は資金を競う
basis-round-limits = G1：各回に最大入札石数Mと最大落札石数W
basis-round-empty = G1：入札も落札もない回はない
basis-rounds-fixed = G1：入札の回はシナリオで決まる
basis-copies = G1：石の種類ごとに個数がある
basis-several-stones = G1：石垣は複数の石で築く
basis-scenario = G1：試合にはシナリオが必要
basis-needs = G1：試合に必要なもの
basis-plays-once = G1：同じチームが1試合に出るのは1度
basis-teams-fixed = G1：チームは試合の開始時に決まっている
basis-so-many-teams = G1：石と回は決まったチーム数のためのもの
basis-names = G1：人が書き、読み上げる名前
basis-teams = G2：試合のチーム数
basis-computers = G2：1チームは3人まで、パソコンは2台まで
basis-pool = G3：石は試合全体で共通
basis-spare = G4：やり直す試合は別の問題
basis-line = A2：入札は石の種類と価格
basis-list = A2：入札リストの条件
basis-refused = A2：入札リストが拒否される理由
basis-no-bid = A2：誰も入札できない
basis-lines-of-type = A2：一つの種類の入札は個数まで
basis-window = A3：入札には受付時間がある
basis-window-usual = A3：入札は1～2分で締め切る
basis-closing = A3：入札の締切
basis-no-early-close = A3：通常は早く締め切らない
basis-won-by-line = A5：落札は入札1件につき1個
basis-rebid-window = A7：再入札には受付時間がある
basis-rebid-short = A7：再入札は短い
basis-rebid = A7：再入札の条件
basis-raise = A7：同額の入札に新しい価格
basis-waves = A7：再入札は同額がある間
basis-countdown = E1：数秒のカウントダウン
basis-filling = E2：空きマスの少ないチームが上位
basis-judge = E4：試合の結果は審判長が宣言する
basis-outage = T：再起動後に受付を続けるか、待つか
basis-starts = 試合はサーバーと同時か、指示で始まる
basis-event-plan = TG：大会はプランに従う
basis-event-groups = TG1：チームのグループ
basis-event-roster = TD4：名簿は大会のもの
basis-needs-scenario = 入札リストにはシナリオが必要
basis-there = ファイルが必要
basis-utf8 = TOMLはUTF-8のテキスト
basis-no-folder = フォルダーではなくファイルが必要
basis-allowed = 調べる人に読む権限が必要
basis-ends = 終わりのあるファイルが必要
basis-readable = 読めるファイルが必要
basis-event-scenario = TG1：ステージの試合にはチーム数に合うシナリオが必要
basis-group-size = TG1：グループは2～16チーム
basis-guests = TG5：招待チームは名簿にある
basis-roster = TD4：名簿のIDと名前に制御文字は使えない
basis-women = TK3：女子決勝はリーグの大会のもの
basis-round-robin = TS2：全員が1回ずつ対局
basis-leagues = TL3：1リーグ2人以上
toml-expected = { $what }（必要なもの：{ $expected }）
toml-expected-nothing = { $what }（ここには何も書けません）
toml-unknown-field = `{ $field }`というキーはありません。使えるのは{ $known }です
toml-invalid-type = 値の型が違います：{ $found }（必要なもの：{ $expected }）
toml-missing-field = `{ $field }`がありません
toml-duplicate-field = `{ $field }`が2回あります
toml-table-twice = `{ $name }`のテーブルが2つあります。複数あるときは、それぞれの前に`[[{ $name }]]`と書きます
toml-underscore = `_`は数字の間にだけ書けます
toml-too-deep = 入れ子が深すぎます
toml-carriage-return = 復帰文字の後には改行が必要です
toml-extra-equals = `=`が余分です
toml-extra-assignment = キーと値の間の`=`が余分です
toml-extra-comma-array = 配列のコンマが余分です
toml-extra-comma-table = インラインテーブルのコンマが余分です
toml-signed-radix = 基数を付けた整数に符号は付けられません
toml-comment-sign = コメントに使えない文字です
toml-table-element = インラインテーブルの要素が正しくありません
toml-key-value = キーと値の組が正しくありません
toml-unquoted-key = 引用符のないキーが正しくありません
toml-invalid-value = 値が正しくありません
toml-key-alone = キーに値がありません
toml-key-basic = キーに複数行の基本文字列は使えません
toml-key-literal = キーに複数行のリテラル文字列は使えません
toml-array-opening = 配列の始まりがありません
toml-no-assignment = キーと値の間に`=`がありません
toml-no-comma-array = 配列の要素の間にコンマがありません
toml-no-comma-pairs = キーと値の組の間にコンマがありません
toml-comment-start = コメントの始まりがありません
toml-escaped-value = `\`の後に文字がありません
toml-table-opening = インラインテーブルの始まりがありません
toml-table-key = インラインテーブルの要素にキーがありません
toml-opening-quote = 始めの引用符がありません
toml-table-open = テーブルの始まりがありません
toml-no-value-for-key = キーの値がありません
toml-no-value = 値がありません
toml-radix-case = 基数は小文字で書きます
toml-redundant-prefix = 整数の接頭辞が余分です
toml-redundant-sign = 数の符号が余分です
toml-unquoted = 文字列は引用符で囲みます
toml-unicode-digits = Unicodeの値の桁が足りません
toml-unclosed-array-table = テーブルの配列の見出しが閉じていません
toml-unclosed-array = 配列が閉じていません
toml-unclosed-inline = インラインテーブルが閉じていません
toml-unclosed-table = テーブルの見出しが閉じていません
toml-equals-in-array = 配列の中に`=`があります
toml-after-comment = コメントと改行の間に余分なものがあります
toml-content = 余分なものがあります
toml-key-or-value = 余分なキーか値があります
toml-leading-zero = 数の先頭の0は余分です
toml-unexpected-sign = ここに符号は書けません
toml-empty-key = 引用符のないキーは空にできません
toml-unquoted-string = 引用符のない文字列が正しくありません
toml-basic-string = 基本文字列が正しくありません
toml-literal-string = リテラル文字列が正しくありません
toml-duplicate-key = 同じキーが2回あります
toml-float-overflow = 小数が大きすぎます
toml-integer-overflow = 整数が大きすぎます
toml-recursion-limit = 入れ子が深すぎます
toml-want-basic = 基本文字列
toml-want-literal = リテラル文字列
toml-want-multi-line = 複数行の基本文字列
toml-want-characters = 文字
toml-want-digits = 数字
toml-want-key = キー
toml-want-letters = 英字
toml-want-numbers = 数字
toml-want-value = 値
toml-want-newline = 改行
toml-want-printable = 表示できる文字
toml-want-no-double-quote = 二重引用符以外の見える文字
toml-want-no-single-quote = 一重引用符以外の文字
toml-want-no-single-quote-visible = 一重引用符以外の見える文字
toml-want-unicode = Unicodeの16進数の値
# === end of findings ===

### === violations ===
# 記録の検証で見つかること。` ` の中は記録での名前。

violation-line = { $line }行目
violation-unreadable = 読めません
violation-wrong-signer = サーバーの鍵の指紋は{ $expected }ではなく{ $found }です
violation-event-head = 記録{ $sequence }までの行の照合番号は{ $computed }ですが、{ $written }とあります。変更された行があります
violation-wrong-head = 記録{ $sequence }までの行の照合番号は{ $computed }ですが、{ $written }とあります。{ $since }行目以降に、変更、追加または削除された行があります
violation-head-signature = 記録{ $sequence }の後の照合番号の署名が正しくありません
violation-too-large = ここまでの入札の種類、チーム、リストの件数の合計が{ $most }を超えます。そのような試合はありません
violation-other-head = { $found ->
        [none] 署名された照合番号がなく、{ $expected }もありません
       *[other] 署名された照合番号に{ $expected }はありません。最後は{ $found }…です
    }
violation-noted-head = 署名された照合番号に{ $expected }はありません
violation-wrong-records = 結果の行の記録数は{ $written }ですが、実際は{ $found }です
violation-wrong-counter = チーム「{ $team }」の次の提出は{ $expected }番ですが、{ $found }番があります
violation-wrong-revision = チーム「{ $team }」の次は第{ $expected }版ですが、第{ $found }版があります
violation-box-length = チーム「{ $team }」の暗号文が{ $found }バイトです。ほかは{ $expected }バイトです
violation-not-the-last = チーム「{ $team }」の提出{ $found }番が開札されていますが、最後の提出は{ $last }番です
violation-other-list = チーム「{ $team }」のリストが、提出{ $counter }番のものと違います
violation-wrong-box = チーム「{ $team }」の提出{ $counter }番の暗号文が、そのリストになりません
violation-wrong-note = 次の連絡は{ $expected }番ですが、{ $found }番があります
violation-note-length = 連絡{ $number }番の暗号文が{ $found }バイトです。この試合ではすべて{ $expected }バイトです
violation-too-many-notes = 1試合のメッセージと既読は{ $most }件までです
violation-no-note-key = 試合は終わりましたが、{ $notes }件の連絡の鍵がありません
violation-wrong-note-keys = { $has_notes ->
        [true] 連絡に封をした期{ $epoch }の鍵がありません
       *[other] 期{ $epoch }の鍵がありますが、封をした連絡はありません
    }
violation-nothing-to-open = 連絡の鍵がありますが、連絡がありません
violation-wrong-note-box = 連絡{ $number }番が、封をしたものになりません
violation-time-goes-back = 時刻が{ $before }ミリ秒から{ $at }ミリ秒に戻っています
violation-wrong-actor = ここに示された者が行えることではありません
violation-event-principal = 実行者「{ $found }」が、行った者のものではありません
violation-wrong-principal = { $by_clock ->
        [true] 時計によることですが、実行者が「{ $found }」です
       *[other] 人が行ったことですが、実行者が「{ $found }」です
    }
violation-wrong-reason = 代行入力の理由は「{ $expected }」となるはずです
violation-overdue = { $due }ミリ秒に期限が来ていて、先にその処理が必要です
violation-not-due = まだその時刻になっていません
violation-no-news = 何も変わらないため、記録に載るはずがありません
violation-unprompted = これが起こる原因がありません
violation-refused = 規則により認められません：{ $why }
violation-not-sealed = チーム「{ $team }」の提出はありませんでした
violation-not-opened = チーム「{ $team }」が提出したものがありません
violation-invalid-list = チーム「{ $team }」の入札リストは無効です：{ $why }
violation-invalid-rebid = チーム「{ $team }」の再入札は無効です：{ $why }
violation-different = 規則によれば、ここは{ $at }ミリ秒の`{ $fact }`です
violation-missing = この後にあるはずの、{ $at }ミリ秒の`{ $fact }`がありません
violation-event-different = { $count ->
        [0] 何も変わらないため、記録に載るはずがありません
       *[other] 規則によれば、ここは{ $facts }です
    }
violation-wrong-commitment = 設定と名簿のコミットメントは{ $written }ではなく{ $computed }です
violation-event-result = 結果が記録から導かれるものと違います
violation-wrong-result = { $part }
violation-result-round = 結果が、確定した回の{ $number }番目で違います
violation-result-team = 結果が、チームの{ $number }番目で違います
violation-result-row = 結果が、順位の{ $number }行目で違います
violation-bad-key = 公開鍵が正しくありません
violation-wrong-signature = この鍵によるこの内容の署名ではありません
violation-box-not-a-list = リストの書き方になっていません
violation-box-not-a-note = 連絡の書き方になっていません
violation-box-foreign = リストに、この試合にない石があります
violation-box-too-long = 文字列が{ $length }バイトです。この試合の暗号文に入るのは{ $room }バイトまでです
violation-box-unsealable = 暗号化できません
violation-box-wrong-key = 鍵が暗号文に合いません
violation-box-malformed = 暗号文の中身が、提出されたリストではありません
violation-box-wrong-commitment = コミットメントが、暗号文の中の乱数とリストのものではありません
record-error-io = 記録を書けません
record-error-json = 記録の行ではありません
record-error-unknown-format = 形式{ $found }は不明です。このプログラムの形式は{ $known }です
record-error-not-canonical = 行が、形式のとおりに書かれていません
record-error-byte-order-mark = ファイルの先頭にバイト順マークがあります。エディターが変更しています
record-error-carriage-return = 行に復帰文字があります。プログラムが改行を変更しています
record-error-long-line = 行が{ $most }バイトを超えます。記録にそのような行はありません
record-error-not-text = 行がUTF-8のテキストではありません
record-error-unterminated = ファイルが行の途中で終わっています
record-error-misplaced = ここは`{ $expected }`の行のはずです
record-error-missing-result = 結果の行がありません
record-error-gap = 番号は{ $expected }のはずですが、{ $found }です
record-error-epoch-gap = 期は{ $expected }のはずですが、{ $found }です
record-error-not-signed = 記録{ $sequence }の後に、署名された照合番号がありません
record-error-not-closing = 記録{ $sequence }の後に、署名された照合番号は入りません
record-error-sealed = 公開の記録に、開札前のものがあります
record-error-wrong-proof = 記録に、その種類の証拠がありません
record-error-unknown-team = チーム「{ $code }」はありません
record-error-unknown-lot = 石「{ $code }」はありません
record-error-unknown-stone = 「{ $code }」という石はありません
record-error-unknown-actor = 「{ $by }」は不明な実行者です
record-error-bad-turn = 石は{ $quarters }回転できません
record-error-hex = { $length }バイトの小文字の16進数ではありません
record-error-bad-box = 暗号文が16進数ではありません
record-error-frame = 石垣枠が正しくありません：{ $why }
record-error-shape = 石「{ $lot }」の形が正しくありません：{ $why }
record-error-sign = 石「{ $lot }」の形に、#と.以外の文字があります
record-error-setup = 試合の設定が正しくありません：{ $why }
record-error-no-line = 名簿の行は1から数えます
record-error-unknown-pool = グループまたは試合「{ $pool }」はありません
record-error-bad-slip = 対戦カードに、ないはずのハンデまたはマスがあります
record-error-config = この設定では大会になりません
record-error-roster = 名簿になっていません
record-error-foreign = ほかの試合のものです
record-error-empty = マスがありません
record-error-other-sign = 文字「{ $sign }」があります
record-error-repeated = マス({ $row }, { $column })が2回あります
record-error-disconnected = マス({ $row }, { $column })がほかとつながっていません
record-error-large = 大きすぎます
record-error-leaf = 受領証の木の葉は0から63までです。{ $leaf }はありません
record-error-receipt = { $line }行目は受領証ではありません
record-unreadable = 記録を読めません
record-id = 「{ $id }」はファイル名にできません
generate-exhausted = { $name }：{ $draws }回生成しましたが、条件を満たしませんでした。最後の理由：{ $why }（seed を変える、種類を増やす、または形を簡単にすると成功することがあります）
generate-outside = { $name }：{ $figure } が { $value } となり、{ $low } から { $high } までの範囲に入りません。抽選では変わりません（ラウンド、種類、マスの数を変えてください）
# === end of violations ===

# チームのページへのサインイン。
sign-in-link = リンクの一部が欠けています。手元の用紙のQRコードをもう一度読み取るか、その下のコードを入力してください。
sign-in-other-contest = このリンクは別の大会のものです。手元の用紙のQRコードを読み取ってください。
sign-in-unknown = 登録されていないトークンです。参加票のコードを5文字ずつ確かめてください。合っている場合は、主催者に新しい参加票を依頼してください。
sign-in-revoked = このトークンは無効になりました。主催者から新しい参加票を受け取ってください。
sign-in-not-team = これはチームの参加票ではありません。自チームの参加票のQRコードを読み取ってください。
sign-in-not-judge = これは審判用紙ではありません。審判用紙のQRコードを読み取ってください。
sign-in-not-staff = 大会スタッフの用紙ではありません。受付、審判員、主催者いずれかの用紙のQRコードを読み取ってください。
sign-in-too-many-devices = チームの端末がすでに{ $most }台使われています。どれか1台で「サインアウト」してから、もう一度お試しください。
sign-in-too-many-sheet-devices = この用紙はすでに{ $most }台の端末で使われています。どれか1台で「サインアウト」してから、もう一度お試しください。
sign-in-too-many-attempts = このネットワークから失敗が続いています。{ $seconds }秒後にもう一度お試しください。
sign-in-no-server = 競技サーバーが応答しません。少し待ってからもう一度お試しください。続く場合は主催者に知らせてください。
page-sign-in = サインイン
page-sign-in-how = 参加票のQRコードをこの端末のカメラで読み取るか、その下のコードを入力してください。
page-sign-in-code = トークンのコード
page-sign-in-wait = サインインしています…
page-sign-out = サインアウト
page-receipts = 受領証をダウンロード
page-ended-revoked = チームのトークンが無効になりました。提出済みの入札は有効です。主催者から新しい参加票を受け取ってください。
page-ended-quit = サインアウトしました。提出済みの入札は有効です。
page-ended-failed = ページサーバーがこのページを閉じました。再読み込みしてください。下書きと提出済みの入札は残っています。
page-ended-idle = しばらく使われなかったため、このページを閉じました。再読み込みしてください。下書きと提出済みの入札は残っています。
page-signed-out = この端末ではサインアウトしています。参加票でもう一度サインインしてください。下書きと提出済みの入札は残っています。

# The start page of the page server.
page-start = 大会
page-start-hall = 会場表示
page-start-hall-use = 全試合の石、石垣、順位を見る
page-start-hall-event-use = 組み合わせ、結果、順位を大画面で見る
page-start-phone = スマートフォンで見る
page-start-phone-use = 試合やチームを追う
page-start-phone-event-use = 自分の次の対局、結果、順位を見る
page-start-schedule-use = 開始時刻と内容
page-start-results = 結果
page-start-results-use = これまでの結果と最終順位
page-start-team = チームの画面
page-start-team-use = 入札する、石垣を作る
page-start-team-needs = 必要なもの：参加票のQRコード、またはその下のコード
page-start-judge-use = 石の配布、集計の入力、質問への回答
page-start-judge-needs = 必要なもの：審判用紙のQRコード、またはその下のコード
page-start-staff-use = 受付、対戦カード、裁定、進行
page-start-staff-needs = 受付、審判員、主催者いずれかの用紙のQRコードが必要

# The staff's page (`page-staff-…`).
page-staff = 大会スタッフ
page-staff-sign-in-how = 用紙のQRコードをこの端末のカメラで読み取るか、その下のコードを入力してください。
page-staff-signed-out = この端末ではサインアウトしています。用紙でもう一度サインインしてください。
page-staff-choose = 大会を選ぶ
page-staff-no-event = 大会はまだありません。主催者が作成すると自動で表示します。
page-staff-organiser = 進行
page-staff-reception = 受付
page-staff-desk = 対戦カード
page-staff-tables = 卓
page-staff-referee = 裁定
page-staff-find = 番号、氏名、読みで探す
page-staff-all = 全員
page-staff-unseen = 未着
page-staff-present = 出席
page-staff-absent = 欠席
page-staff-none = 該当者はいません。
page-staff-no-roster = 名簿はまだありません。
page-staff-reception-how = 来場した選手に「出席」を付けてください。くじの結果を入力すると、出欠は確定します（TD7）。
page-staff-reception-slips = 出欠は確定しました（TD7）。出席しているシード選手がくじを引きます（TD6）。
page-staff-reception-playing = 次の回戦から棄権できます（TW1）。
page-staff-reception-closed = 受付は終了しました。
page-staff-marked-present = { $player }は出席です。
page-staff-marked-absent = { $player }は欠席です。
page-staff-rest = 欠席にする
page-staff-rest-count = 未着の全員を欠席にする（{ $count }名）
page-staff-rest-sure = 次の{ $count }名を欠席にしますか？
page-staff-slip = 引いた番号：
page-staff-slip-drawn = 引いたくじ：{ $number }番
page-staff-slip-enter = 番号を記録
page-staff-slip-sure = { $player }が{ $number }番を引きましたか？変更はできません（TD6）。
page-staff-withdraw = 棄権
page-staff-withdraw-sure = { $player }は次の回戦から棄権しますか？取り消せません（TW1）。
page-staff-desk-how = 勝者が持参した対戦カードを入力します。後から訂正はできません（TO9）。
page-staff-tables-how = 卓から結果を速報します。署名済みのカードが届くと確定します。
page-staff-table = 卓番号
page-staff-open = 開く
page-staff-scan = カードを読み取る
page-staff-no-camera = カメラを使えません。卓番号を入力してください。
page-staff-no-table = この回戦に卓{ $table }はありません。
page-staff-card = 第{ $round }回戦 卓{ $table }（{ $pool }）
page-staff-card-alone = 第{ $round }回戦 卓{ $table }
page-staff-winner = 勝者
page-staff-more = 石数・時間切れ・不戦
page-staff-discs-winner = 勝者の石数
page-staff-discs-loser = 敗者の石数
page-staff-end = 決着
page-staff-draw-win = 引き分け勝ちの権利を持っていたのは？（TO5、TO7）
page-staff-signed = 両者署名済み
page-staff-enter = 結果を入力
page-staff-enter-second = 入力（2人目が確認）
page-staff-report = 結果を速報
page-staff-entered = 卓{ $table }の結果を入力しました。
page-staff-reported = 卓{ $table }の結果を速報しました。
page-staff-entered-already = 結果を訂正できるのは審判員だけです（TV3）。
page-staff-report-waits = カード待ち：{ $result }
page-staff-report-confirm = カードと一致、確定
page-staff-report-drop = 破棄
page-staff-report-own = 2人目の確認を待っています（別の端末）。
competition-won = { $player }の勝ち { $how }
page-staff-needs-winner = 勝者を選んでください。
page-staff-needs-discs = 石数は両者とも入力するか、両者とも空欄にしてください。
page-staff-needs-holder = 引き分け勝ちの権利を持っていた選手を選んでください。
page-staff-needs-signatures = カードには両者の署名が必要です。卓へ戻すか、審判員を呼んでください。
page-staff-next-open = 次の対局へ
page-staff-no-round = 組み合わせはまだありません。
page-staff-all-entered = 第{ $round }回戦の結果はすべて入力済みです。
page-staff-left = 第{ $round }回戦の残り：{ $count }局
page-staff-referee-how = 裁定は、変わる内容を確かめてから確定し、理由とともに記録されます（TV3）。
page-staff-reason = 理由（公開されます。個人的な事情は書かないでください）
page-staff-preview = 変わる内容を見る
page-staff-changes = 変わる内容
page-staff-no-changes = 組み合わせ、順位、数値は変わりません。
page-staff-rule = 裁定する
page-staff-ruled = 裁定を記録しました。
page-staff-rulings = これまでの裁定
page-staff-needs-choice = 未選択の項目があります。選手か対局を選んでください。
page-staff-player = 選手
page-staff-player-one = 1人目の選手
page-staff-player-other = 対戦相手
page-staff-game = 対局（選手名、またはR2T7のような回戦と卓）
page-staff-other = 選び直す
page-staff-league = リーグ
page-staff-correct = 結果の訂正
page-staff-correct-how = 入力済みの結果を置き換えます。次の組み合わせの後でもできます。
page-staff-unpair = 組み合わせの取り消し
page-staff-unpair-how = 結果が1つもないうちに、この回戦の組み合わせを取り消します。
page-staff-pair-by-ruling = 組み合わせの指定
page-staff-pair-by-ruling-how = 2人の対戦を指定して次の回戦を組みます。ほかの選手は規則どおりに組みます。
page-staff-excuse = 1回戦だけの欠場
page-staff-excuse-how = 次の回戦を欠場し、負けとして扱います。
page-staff-attendance = くじの後の出欠変更
page-staff-attendance-how = リーグ分けの前までできます。ほかの選手の番号も動きます（TD7）。
page-staff-firsts = リーグ1位の確認
page-staff-firsts-how = 順位で決まった1位には確認が必要です（TF4）。
page-staff-first-of = { $league }リーグ：{ $player }
page-staff-confirm-first = 確認
page-staff-nothing-to-confirm = 確認するものはありません。
page-staff-name-first = リーグ1位の指名
page-staff-name-first-how = リーグに誰も残っていないときだけです（TF4）。
page-staff-digits-ruling = くじの結果の訂正
page-staff-digits-ruling-how = リーグ分けの前までできます（TD8）。
page-staff-digits = くじの順に、空白で区切る
page-staff-text-ruling = その他の裁定
page-staff-text-ruling-how = 規則にない判断を文章で記録します。
page-staff-text = 内容（記録・公開）
page-staff-record = 記録する
page-staff-replay = 対局のやり直し
page-staff-replay-how = この回戦の結果を取り消し、対局をやり直します。次の組み合わせの前だけできます。
page-staff-replace-game = 試合の差し替え
page-staff-replace-game-how = 予備の試合に差し替えます。集計済みの結果は無効になります（G4）。
page-staff-do-commit-roster = 名簿を確定
page-staff-do-make-leagues = リーグ分けをする
page-staff-do-pair-round = 組み合わせる
page-staff-do-draw-groups = グループを抽選
page-staff-do-close-stage = ステージを終える
page-staff-do-declare-ranking = 最終順位を発表
page-staff-do-enter-janken = 順を入力
page-staff-hash = 抽選の前に、設定と名簿のハッシュ値を公表してください（TV1）：
page-staff-copy = コピー
page-staff-copied = コピーしました
page-staff-unseen-play = 受付が済んでいない選手が{ $count }名います。このままでは出場者として組み合わせます：
page-staff-lottery-of = { $name } { $date }（{ $digits }桁）
page-staff-digits-bad = { $name }は{ $digits }桁です。
page-staff-reception-early = 主催者が名簿を確定すると、受付を始められます。
page-staff-line = （{ $id }）
page-staff-leaving = 次の回戦から棄権
page-staff-needs-reason = 理由を入力してください。
page-staff-no-game = 「{ $text }」に当てはまる、結果のある対局はありません。
page-staff-report-drop-sure = 卓{ $table }のこの結果を破棄しますか？もう一度入力できます。
page-staff-waits = 確認待ち
page-staff-entered-first = 卓{ $table }：2人目の確認を待っています。
page-staff-held = 引き分け勝ちの権利：{ $player }
page-staff-next = 次の手順
page-staff-over = すべて終わりました
page-staff-again = やり直す
page-staff-announce = お知らせを出す
page-staff-announcements = お知らせ
page-staff-announcements-how = 会場の画面に2分間、スマートフォンにも表示します。一つの言語だけでもかまいません。公開されます（TV4）。
page-staff-call = 選手を呼び出す
page-staff-call-again = もう一度呼び出す（{ $count }回済み）
page-staff-called = 卓{ $table }を呼び出しました。
page-staff-english = 英語で
page-staff-japanese = 日本語で
page-staff-roster = 名簿のファイル（Excel、CSV、OpenDocument）
page-staff-roster-how = まずファイルを確認します。誤りのあるファイルは取り込みません。
page-staff-roster-faults = 取り込んでいません。次の{ $count }件を直して、もう一度選んでください：
page-staff-roster-remarks = 確認してください：
page-staff-roster-set = この名簿を使う
page-staff-roster-again = 名簿を差し替える
page-staff-roster-players = このファイルの選手（{ $count }名）
page-staff-lottery = { $name }（{ $digits }桁）
page-staff-digits-enter = くじの結果を入力
page-staff-digits-sure = このくじの結果を入力しますか？出欠も確定します（TD7）。
page-staff-print = 印刷
page-staff-print-draw = 抽選結果
page-staff-print-leagues = リーグ表
page-staff-print-pairings = 組み合わせ
page-staff-print-slips = 対戦カード
page-staff-print-results = 結果
page-staff-print-standings = 途中順位
page-staff-print-bracket = 決勝トーナメント
page-staff-print-ranking = 最終順位
page-staff-print-diplomas = 賞状
page-staff-print-groups = グループ
page-staff-print-round = 回戦

# The page of a judge at the walls.
page-judge = 石垣担当審判
page-judge-sign-in-how = 審判用紙のQRコードをこの端末のカメラで読み取るか、その下のコードを入力してください。
page-judge-signed-out = この端末ではサインアウトしています。審判用紙でもう一度サインインしてください。
page-judge-choose = 試合を選ぶ
page-judge-no-game = 進行中の試合はありません。始まると自動で表示します。
page-judge-stones = 石の配布
page-judge-counts = 集計
page-judge-lists = 紙のリスト
page-judge-questions = 質問
page-act-done = 完了しました。
page-act-failed = 応答がありません。画面を確かめてから、もう一度お試しください。
page-act-outdated = 表示が古くなっていました。画面を確かめてから、もう一度お試しください。
page-act-same-person = 2人目が別の端末で確認する必要があります。
page-judge-all-handed = 配る石はありません。
page-judge-hand-out = 石{ $stone }を{ $team }に配布
page-judge-hand-all = この種類をすべて配布済みにする
page-judge-carried = 配布済み（チームの確認待ち）
page-judge-undo = 取り消す
page-judge-progress = 落札した石：{ $won }、配布済み：{ $carried }、確認済み：{ $checked }、設置済み：{ $placed }
page-judge-count-how = 実際の石垣を数えてください。サーバーの数値は入力後に表示します。違うときは、2人目が別の端末で数えます。
page-judge-empty = 空きマス
page-judge-top-gaps = 最上段の空き
page-judge-used = 使った石
page-judge-count-check = 照合する
page-judge-server = サーバー
page-judge-count-manual = この石垣には手集計の数値が適用されています。
page-judge-count-other = 1人目が集計済みです。2人目として、自分で数えて照合してください。
page-judge-count-first = 1人目
page-judge-count-second = 2人目
page-judge-counts-agree = 2人の集計は同じです。
page-judge-counts-differ = 2人の集計が違います。一緒に数え直してください。
page-judge-count-matches = 数値は一致しています。登録は不要です。
page-judge-count-differs = 不一致
page-judge-count-again = 数え直す
page-judge-count-drop = 入力を破棄
page-judge-count-reason = 理由（記録・公開されます）
page-judge-count-reason-text = 石垣の前で数えた結果
page-judge-count-saved = 集計を登録しました。
page-judge-confirm = 集計を確定
page-judge-confirm-alone = この数値はあなた自身が入力しました。石垣をもう一度数えましたか？
page-judge-confirm-anyway = 2回数えたので確定
page-judge-confirm-other = 2人目が別の端末で数えるのを待っています。
page-judge-confirm-agreed = 2人の集計は同じです。もう一方の端末で確定してください。
page-judge-no-list = 入札の受付中ではありません。
page-judge-list-organiser = 紙のリストを入力できるのは主催者だけです。審判は開札前に価格を見てはならないためです（A4、G6）。紙は主催者に渡してください。
page-judge-list-how = 内容は開札まで誰にも表示されません。画面をほかの人に見せないでください。
page-judge-list-team = チーム
page-judge-list-reason = 理由（記録・公開されます）
page-judge-list-reason-text = 紙のリスト（チームの端末の故障のため）
page-judge-list-add-first = 1件以上入力するか、「入札しない」を選んでください。
page-judge-list-bad = 各行に石と価格（TSUYAMA、整数）を入力してください。
page-judge-list-submitted = { $team }（提出済み）
page-judge-list-replace-sure = { $team }は提出済みです。紙のリストに置き換えますか？
page-judge-list-submit = リストを提出
page-judge-list-entered = { $team }のリストを提出しました。
page-judge-line-add = 行を追加
page-judge-line-lot = { $line }行目の石
page-judge-line-price = { $line }行目の価格
page-judge-decline = 入札しない
page-judge-decline-sure = { $team }の空のリストを提出しますか？ このチームは今回、石を落札できません。
page-judge-decline-replace-sure = { $team }は提出済みです。空のリストに置き換えますか？ このチームは今回、石を落札できません。
page-judge-no-questions = 未回答の質問はありません。
page-judge-answer = { $team }からの質問
page-judge-answer-english = 英語の回答
page-judge-answer-japanese = 日本語の回答
page-judge-answer-public = 質問と回答を全チームに公開（チーム名は伏せる）
page-judge-answer-one = 少なくとも一方の言語で回答を入力してください。
page-judge-answer-send = 回答を送る
page-judge-answer-prepared = 用意した回答
page-judge-answer-replace = 入力した文を置き換えますか？
page-judge-answer-replace-yes = 置き換える
