# rehearsal --help の日本語。英語は en.ftl に、同じキー、同じ順であります（そちらはプログラムのテストが書きます）。

all--from_seed = 最初の試合の乱数の種。席と好みを決めます。次の試合からは1つずつ増えます
all--keep = サーバーのファイル（大会ファイル、記録簿、トークンのハッシュ、ログ）をこのフォルダーに残します
all--lang = 言語：en または ja [既定：環境の言語、なければ en]
all--no_pauses = 読むための間を置きません。出力が端末でなければ、もともと置きません
all--scenario = 行うシナリオ：付属のシナリオの名前、またはファイル（斜線を含むか、.toml で終わるもの）
all--threads = 同時に行う試合の数、1から256。変わるのは時間だけです
program = 1つのコマンドで試合全体を行います：本物のサーバーのプロセス、gRPCのクライアント、ボット、自動の審判
program--long =
    1つのコマンドで試合全体を行います：本物のサーバーのプロセス、gRPCのクライアント、ボット、自動の審判

    起きたことすべてが規則どおりのときだけ、0で終了します。
program--after =
    終了コード：
      0    最後まで行われ、すべて規則どおり
      1    検証または試合に不備がある
      2    コマンド、または必要なファイルが読み取れないか、意味をなさない
      130  止められた、または途中で退出した。何も残りません
program--seed = ボットの好みとじゃんけんを決める乱数の種。同じ種なら同じ試合になります
program--teams = リストで決まっていないときの、チームの数 [既定：シナリオの名前の末尾の数]
program--lists = シナリオに付属のものの代わりに、この決まったリストで行います
program--no_lists = 決まったリストを使わず、ボットだけで行います
program--bots = 決まったリストがないときに参加するボット。チームの順に、コンマ区切りで書きます：adviser（最強）、steady、thrifty、all-in（bold）、patient、blocker、random（gambler）。足りなければ最初から繰り返します [既定：乱数の種で決めます]
program--kill_in_round = この回のリストの提出中にサーバーを強制終了し（kill -9）、再び起動します
program--kill_in_wave = この回の最初の再入札の提出中にサーバーを強制終了し、再び起動します
program--transcript = 試合の公開記録をこのファイルに書き出します
program--json = 経過を伝えず、出力の最後の行に試合全体をJSONで示します
program--quiet = 順位と検証の結果だけを伝えます
program--journal = 記録簿をPostgreSQLのデータベースに置きます：`postgres://USER@HOST/DATABASE` の形で既存のものを指定すると、専用のスキーマを作り、--keep がなければ最後に削除します。`postgres` なら専用のデータベースを起動します
practice = 人またはプログラムが、ボットを相手に試合全体を行います。この端末にチームの画面を出すか、別の所から参加できる席を用意します
practice--after =
    終了コード：
      0    結果の確定まで行われた
      1    シナリオ、席、または試合そのものに不備がある
      2    コマンドが読み取れない
      130  途中で退出した（画面を閉じた、Ctrl-C）。何も残りません
practice--strength = ボットの強さ、1から10：1から4は間違いが順に減る単純なボット、5から9は adviser のボット、10は相手の出方も予想します
practice--against = 相手：adviser、rival-aware（相手の出方を予想します）、steady、thrifty、all-in（bold）、patient、blocker、random（gambler）、strength-1 から strength-10。コンマ区切り。足りなければ最初から繰り返します [既定：すべて --strength のもの]
practice--teams = 自分を含むチームの数 [既定：シナリオの想定する数]
practice--seed = ボットの好みとじゃんけんを決める乱数の種
practice--pace = 時間の長さ：real（シナリオの受付時間どおり）、slow（3倍）、fast（半分）、または秒数を1つから4つ、WINDOW,REBID,PAUSE,BUILDING の形で：入札、再入札、各回の前、最後の回の後の石積み
practice--to_deadline = 本番のように、各回を締め切りまで受け付けます。指定しなければ、全チームが提出しだい締め切ります
practice--join = 席をほかの人に譲ります。サーバーのアドレスとトークンのファイルを表示するので、自作のボットや別のパソコンの画面から参加できます。ここでは試合の経過を伝えます
practice--web = この端末の代わりに、このパソコンのブラウザーにチームの画面を出します。画面の退出ボタンで練習が終わります
practice--no_open = --web のとき、画面のアドレスの表示だけを行います
practice--listen = サーバーが受け付けるアドレス。0.0.0.0:PORT なら、ほかのパソコンからも暗号化して、指紋を確かめて参加できます。--join のときのみ
practice--keep = 試合をこのフォルダーに残します：記録、受領証、サーバーのファイルとログ
practice--json = 参加の方法と結果を1行1つのJSONオブジェクトで伝え、経過は伝えません
practice--quiet = --join のとき、参加の方法と結果だけを伝えます
event = 大会全体を乱数で行います：名簿、確定、抽選、各回戦の組み合わせと対局、決勝トーナメント、最終順位。最後に記録を検証します
event--preset = 開催する大会（大会ファイルでのプリセットの名前で）
event--preset--is-M42 = 第42期オセロ名人戦：4リーグ、準決勝、入賞決定戦
event--preset--is-O18 = 第18期オセロ王座戦：2リーグ、1位どうしの決勝
event--preset--is-MX = ほかの年のオセロ名人戦：4リーグ、2種のシード、女子決勝
event--preset--is-ishigaki = 石垣工務店：予選、敗者復活、準決勝、決勝。全グループ同時に、ボットが実際に試合をします（TG）
event--players = 名簿の行数：選手の数、ishigaki ではチームの数（256まで） [既定：選手96人、40チーム]
event--teams = --players と同じです
event--seed = 名前、強さ、欠場、くじの数字、結果を決める乱数の種。同じ種なら同じ大会になります
event--kill_in_round = この回戦で結果が半分入ったときにサーバーを強制終了し（kill -9）、再び起動します。ishigaki では、このステージの試合の途中で行います
event--transcript = 大会の公開記録をこのファイルに書き出します
event--json = 経過を伝えず、出力の最後の行に大会をJSONで示します
event--quiet = 上位と検証の結果だけを伝えます
crash = 本物のクライアントが使っているサーバーを何度も強制終了し、再起動のたびに、受け付けた内容がすべて1度だけ残り、余分なものがないことを調べます
crash--cycles = 操作中のサーバーを強制終了する回数
crash--seed = すべての選択を決める乱数の種。サーバーが終了する時点は、パソコンにもよります
crash--server = 強制終了するサーバー：`ishigaki-server` のプログラム。省略時は、rehearsal に含まれるもの
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
load--server = 測るサーバー：`ishigaki-server` のプログラム。省略時は、rehearsal に含まれるもの
load--json = 測った結果を1行のJSONで示します
arena = 規則だけを使って、多くの種でボットどうしを対戦させ、成績を信頼区間とともに比べます。adviser のボットも加わります
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
