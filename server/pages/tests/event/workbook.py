"""Rosters of players as Excel workbooks, made without a library."""

import zipfile
from xml.sax.saxutils import escape

HEADS = ("番号", "氏名", "ふりがな", "段位", "所属", "性別", "シード")
FAMILIES = (
    ("佐藤", "さとう"), ("鈴木", "すずき"), ("高橋", "たかはし"), ("田中", "たなか"), ("伊藤", "いとう"), ("渡辺", "わたなべ"), ("山本", "やまもと"),
    ("中村", "なかむら"), ("小林", "こばやし"), ("加藤", "かとう"), ("吉田", "よしだ"), ("山田", "やまだ"), ("佐々木", "ささき"), ("山口", "やまぐち"),
    ("松本", "まつもと"), ("井上", "いのうえ"),
)
GIVEN = (("太郎", "たろう"), ("花子", "はなこ"), ("健", "けん"), ("美咲", "みさき"), ("翔", "しょう"), ("葵", "あおい"))
WOMEN = ("花子", "美咲", "葵")
RANKS = ("初段", "2段", "三段", "1級")
SEEDS = {0: "A", 1: "A", 2: "A", 3: "B", 4: "B"}

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
    "</Types>"
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" Target="{target}"/></Relationships>'
)
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
BOOK = (
    f'<workbook {MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="名簿" sheetId="1" r:id="r1"/></sheets></workbook>'
)


def players(count):
    """Returns the rows of a roster. A lower row is the stronger player."""
    rows = []
    for at in range(count):
        (family, read), (given, read_given) = FAMILIES[at % len(FAMILIES)], GIVEN[at // len(FAMILIES)]
        sex = "女" if given in WOMEN else "男"
        rows.append([str(at + 1), f"{family} {given}", f"{read} {read_given}", RANKS[at % len(RANKS)], "津山", sex, SEEDS.get(at, "")])
    return rows


def write(path, rows):
    """Writes the rows under their heads as a workbook."""
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'
    lines = ["<row>" + "".join(cell.format(escape(value)) for value in row) + "</row>" for row in (HEADS, *rows)]
    sheet = f'<worksheet {MAIN}><sheetData>{"".join(lines)}</sheetData></worksheet>'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("[Content_Types].xml", TYPES)
        book.writestr("_rels/.rels", RELATIONS.format(kind="officeDocument", target="xl/workbook.xml"))
        book.writestr("xl/workbook.xml", BOOK)
        book.writestr("xl/_rels/workbook.xml.rels", RELATIONS.format(kind="worksheet", target="worksheets/sheet1.xml"))
        book.writestr("xl/worksheets/sheet1.xml", sheet)
