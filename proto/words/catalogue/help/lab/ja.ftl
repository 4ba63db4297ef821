# lab --help の日本語。英語は en.ftl に、同じキー、同じ順であります（そちらはプログラムのテストが書きます）。

all--from_seed = 最初の試合の乱数の種。席と好みを決めます。次の試合からは1つずつ増えます
all--lang = 言語：en または ja [既定：環境の言語、なければ en]
all--threads = 同時に行う試合の数、1から256。変わるのは時間だけです
program = サーバー、ボット、シナリオを試し、測ります
program--after =
    終了コード：
      0    終わり、すべて期待どおり
      1    何かがおかしい：確認、サーバー、または試合
      2    コマンド、またはそれに要るファイルが読めないか、意味をなさない
      6    決まらない確認がある。試合を増やせば決まる
      130  止められた。後には何も残らない
crash = 本物のクライアントが使っているサーバーを何度も強制終了し、再起動のたびに、受け付けた内容がすべて1度だけ残り、余分なものがないことを調べます
crash--cycles = 操作中のサーバーを強制終了する回数
crash--seed = すべての選択を決める乱数の種。サーバーが終了する時点は、パソコンにもよります
crash--server = 強制終了するサーバー：`ishigaki-server` のプログラム。省略時は、lab に含まれるもの
crash--json = 結果を1行のJSONで示します
crash--keep = すべて正常でも、サーバーのファイルをこのフォルダーに残します
crash--journal = 記録簿をPostgreSQLのデータベースに置きます：`postgres://USER@HOST/DATABASE` の形で既存のものを指定すると、専用のスキーマを作り、すべて正常で --keep がなければ削除します。`postgres` なら専用のデータベースを、`postgres-pair` なら同期する待機系を持つ専用のプライマリを起動し、プライマリも強制終了します
crash--servers = データベースの記録簿を共有するサーバーの数。1台ずつ強制終了、終了、または停止と再開をし、ほかのサーバーが引き継ぎます
crash--primary_every = `--journal postgres-pair` で複数のサーバーのとき、N回ごとに、データベースのプライマリを強制終了し、その待機系を昇格させます
crash--copy = 2台目の写しを待ってから答えます。強制終了のたびに1台目を記録簿ごと失い、サーバーは写しから続けます
crash--copy--is-required = 2台目が同期している間。1台目を強制終了するときは、いつも同期しています
load = サーバーの性能を測り、同じときに同じパソコンで測ったgRPCだけの性能と比べます
load--parts = 測るもの
load--parts--is-submits = リストの保存を、エコーと比べます
load--parts--is-openings = 多くの試合で同時に、締め切りから最後のチームに開札が届くまで
load--parts--is-fanout = 出来事から最後の観客に届くまでを、ストリームだけのものと比べます
load--parts--is-restart = 多くの記録のあるサーバーの起動から、最初の応答まで
load--parts--is-takeover = 複数のサーバーの1つの強制終了から、そのすべての試合が再び応答するまで。指定したときだけ測ります
load--parts--is-soak = 一定の負荷をかけ続けたときのメモリー。指定したときだけ測ります
load--games = 同時に行う試合の数
load--teams = 1試合のチームの数
load--watchers = 1試合を見ている人の数。数ごとに測ります
load--records = サーバーの再起動時にある記録の数
load--connections = リストを送る接続の数
load--in_flight = 同時に送るリストの数［既定：2048、チームがそれより少なければチームの数］
load--per_connection = 1つの接続を共有するストリームの数
load--seconds = 性能を測り、入札を受け付ける時間（秒）
load--soak = 負荷をかけ続ける時間（秒）
load--journal = 記録簿をPostgreSQLのデータベースに置きます：`postgres://USER@HOST/DATABASE` の形で既存のもの、`postgres` で専用のもの、`postgres-pair` で同期する待機系を持つ専用のプライマリ
load--servers = データベースの記録簿を共有するサーバーの数。リスト、開札、引き継ぎを、数ごとに測ります
load--profile = エコーとリストに使うプロセッサー時間の内訳を、`perf` で層ごとに調べます
load--server = 測るサーバー：`ishigaki-server` のプログラム。省略時は、lab に含まれるもの
load--json = 測った結果を1行のJSONで示します
arena = 規則だけを使って、多くの種でボットどうしを対戦させ、成績を信頼区間とともに比べます。adviser のボットも加わります
arena--scenario = 行うシナリオ：付属のシナリオの名前、またはファイル（斜線を含むか、.toml で終わるもの）
arena--games = 試合の数。--against があれば、組ごとの数
arena--bots = 参加するボット。席は同数ずつです：adviser、steady、thrifty、bold（all-in）、patient、blocker、gambler（random）、rival-aware、strength-1 から strength-10。席が足りなければ、休むものを試合ごとに抽選します。1種類だけなら、すべての席に着きます [既定：最初の7種、または --bot で指定したもの]
arena--bot = ボットをもう1つ加えます：上記のいずれか、または自作のプログラムのコマンド。"python3 mine.py" または "NAME=COMMAND" の形です。席ごとに起動し、1行1つのJSONオブジェクトで答えます（team-client の BOTS.md を参照）
arena--decision_ms = ボットのプロセスが1回の決定に使える時間（ミリ秒）
arena--game_ms = ボットのプロセスが1試合のすべての決定に使える時間の合計（ミリ秒）
arena--against = 全員で行う代わりに、それぞれのボットをこのボットとだけ、席を半分ずつにして対戦させます
arena--teams = シナリオで決まっていないときの、チームの数 [既定：シナリオの名前の末尾の数]
arena--ladder = このランキングのファイルに試合を加えます。これまで加えたすべての試合と、そこから計算したレーティングが入っています。なければ作成します
arena--replays = 見どころのある試合の記録を、このフォルダーに書き出します：最も僅差の決着、最大の逆転、最多の再入札、最多の無駄な決定
arena--timing = かかった時間と、そのうちボットのプロセスが使った分を、標準エラー出力に示します
arena--json = 1行1つのJSONオブジェクトで、組み合わせごとに答えます
fairness = シナリオが公平な試合になるか、別のシナリオが同等かを調べます。ファイルの内容を基準の範囲と比べます
fairness--after = 終了コード：基準の範囲を外れるもの、シナリオの違い、または席の偏りがあれば1、判断できないものがあれば6、それ以外は0。
fairness--scenario = 調べるシナリオ：付属のシナリオの名前、またはファイル（斜線を含むか、.toml で終わるもの）
fairness--against = 同等であるべき別のシナリオ：予備、または別の予選のもの
fairness--teams = チームの数 [既定：シナリオの想定する数、なければ名前の末尾の数]
fairness--games = ボットの組み合わせごとに、規則だけでこの数の試合も行い、結果を基準の範囲と比べます
fairness--html = 全体を、図のある画面としてこのファイルにも書き出します。サーバーもインターネットも不要です
fairness--json = 1つのJSONオブジェクトで答えます
generate = パラメーターのファイルと乱数の種から、シナリオとその予備を作成します。各チームの石垣の解、入札リスト、結果の見本が付きます。同じパラメーターからは同じファイルができます
generate--parameters = パラメーターのTOMLファイル：name、title、teams、rounds、types、awkwardness、frame、seed
generate--seed = ファイルの代わりに、この乱数の種を使います
generate--out = このフォルダーに書き出します。石垣の解、リスト、結果の見本は、その中の `golden` に入ります。既存のファイルを別の内容で置き換えることはありません
generate--json = シナリオごとに1つのJSONオブジェクトで答えます
completions = このプログラムのコマンドとオプションをシェルで補完するための設定を出力します。シェルの起動ファイルに書きます
completions--shell = シェル
