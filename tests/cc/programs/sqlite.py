"""sqlite.py SEED: statements of SQL for SQLite's shell, with random data; each ends with a question."""
import random
import sys

random.seed(int(sys.argv[1]))
print("pragma journal_mode=delete;")
print("create table item(id integer primary key, name text, price real, kind integer);")
print("create index by_kind on item(kind, name);")
print("begin;")
for i in range(300):
    name = "".join(random.choice("abcdefgh ÄÖß") for _ in range(random.randint(0, 12)))
    price = random.choice([random.randint(-10**9, 10**9), round(random.uniform(-1, 1) * 10**random.randint(-20, 20), 6)])
    print(f"insert into item(name, price, kind) values('{name}', {price!r}, {random.choice(['null', *range(7)])});")
print("commit;")
for _ in range(60):
    kind = random.randint(0, 7)
    print(random.choice([
        f"select count(*), min(price), max(price), total(price) from item where kind = {kind};",
        f"select name, price from item where kind is not {kind} order by price desc, id limit 5;",
        f"update item set price = price * 1.1 where id % {kind + 2} = 1;",
        f"delete from item where id % 97 = {kind}; select count(*) from item;",
        "select kind, group_concat(substr(name, 1, 2), '|') from (select * from item order by id) group by kind;",
        "select a.id, b.id from item a join item b on a.kind = b.kind and a.id < b.id where a.name < b.name order by 1, 2 limit 7;",
        "with recursive f(i, a, b) as (values(1, 0, 1) union all select i + 1, b, a + b from f where i < 60) select max(b) from f;",
        f"select printf('%.10g|%x|%s', {random.uniform(-1e9, 1e9)!r}, {kind}, hex('x{kind}'));",
        "select json_group_array(name) from (select name from item where kind = 3 order by id limit 5);",
        "select name, row_number() over (partition by kind order by price, id) from item order by kind, price, id limit 9;",
        f"select round(sqrt({kind}.5), 12), upper('abc'), length('Äöü'), julianday('2000-01-0{kind + 1}');",
    ]))
print("pragma integrity_check;")
print("select count(*), sum(id) from item;")
