"""The lightest perfect matching of a complete graph, and its proof.

Edmonds' blossom algorithm by dual ascent, one alternating tree at a time, with integers of any size. The proof is the
dual: a number for each vertex and each blossom. `prove` checks it independently of the algorithm.
"""

import heapq


def match_lightest(cost):
    """Returns the partner of every vertex in the lightest perfect matching, and the dual.

    `cost` is a symmetric matrix of non-negative integers with an even number of rows. The dual is `(y, blossoms)`, where
    a blossom is a set of vertices and its z. It belongs to doubled costs, so that it is integral.
    """
    search = Search(cost)
    for root in range(len(cost)):
        if search.mate[root] is None:
            search.grow(root)
    blossoms = [(frozenset(search.members[b]), z) for b, z in search.z.items() if z]
    return search.mate, (search.y, blossoms)


class ProofError(Exception):
    """The dual does not prove that the matching is the lightest."""


def prove(cost, mate, dual):
    """Checks that the matching is perfect, and that by the dual no perfect matching has a smaller weight.

    For every pair u, v: 2 cost >= y_u + y_v - (the z of the blossoms that contain both). A perfect matching has at most
    (|B| - 1) / 2 pairs within a blossom B, so its weight is at least the bound. This matching attains the bound.
    """
    y, blossoms = dual
    size = len(cost)
    if not all(0 <= mate[v] < size and mate[v] != v and mate[mate[v]] == v for v in range(size)):
        raise ProofError("the matching is not perfect")
    if not all(len(members) % 2 and z > 0 for members, z in blossoms):
        raise ProofError("a blossom has an even size, or its z is not positive")
    slack = [[2 * cost[u][v] - y[u] - y[v] for v in range(u)] for u in range(size)]
    for members, z in blossoms:
        for u in members:
            for v in members:
                if v < u:
                    slack[u][v] += z
    if not all(value >= 0 for row in slack for value in row):
        raise ProofError("an edge is lighter than its dual")
    bound = sum(y) - sum((len(members) - 1) // 2 * z for members, z in blossoms)
    if bound != sum(cost[v][mate[v]] for v in range(size)):  # Both are twice the weight: the sum counts each pair twice.
        raise ProofError("the bound of the dual is not the weight of the matching")


OUTER, INNER = 1, 2  # Labels of tree nodes: at an even or odd distance from the root.


class Search:
    """The search: matching, dual and blossoms. A node is a vertex, or the number of a blossom."""

    def __init__(self, cost):
        self.size = size = len(cost)
        self.cost = [[2 * value for value in row] for row in cost]
        self.mate = [None] * size
        self.top = list(range(size))  # The outermost node that contains the vertex.
        self.members = {v: [v] for v in range(size)}
        self.base = {v: v for v in range(size)}  # The vertex of a node that is matched outside the node.
        self.holder = {v: None for v in range(size)}  # The blossom that has the node as a child.
        self.children, self.links, self.z = {}, {}, {}  # Of blossoms; a link connects a child to the next one.
        self.next_blossom = size
        others = [[u for u in range(size) if u != v] for v in range(size)]
        self.y = [min(self.cost[v][u] for u in others[v]) // 2 for v in range(size)]
        for v in range(size):  # Initial matching: raises each vertex until an edge is tight.
            row, y = self.cost[v], self.y
            slack, u = min((row[u] - y[u], u) for u in others[v])
            y[v] = slack
            if self.mate[v] is None and self.mate[u] is None:
                self.mate[v], self.mate[u] = u, v

    def grow(self, root):
        """Grows the tree of an unmatched vertex until it reaches another unmatched one, then augments the matching.

        Time is the change of the dual so far. For a vertex in the tree, `y` is stored so that its dual is y + time
        (outer) or y - time (inner). The same applies to `z`, with twice the time.
        """
        self.time, self.label, self.entry = 0, {}, {}
        self.best, self.heap = {}, []  # Of outside vertices: time and end of the next tight edge; of outer pairs.
        self.outside = set(range(self.size))
        self.add_outer(self.top[root])
        while True:
            at, kind, what = self.next_event()
            self.time = at
            if kind == "expand":
                self.expand(what)
            elif kind == "shrink":
                self.shrink(*what)
            else:
                u, v = what
                node = self.top[v]
                if self.mate[self.base[node]] is None:
                    break
                self.add_inner(node, u, v)
                self.add_outer(self.top[self.mate[self.base[node]]])
        self.settle()
        self.augment(u, v)
        self.dissolve()

    def next_event(self):
        v = min(self.outside, key=lambda v: self.best[v][0])
        at, kind, what = self.best[v][0], "reach", (self.best[v][1], v)
        while self.heap:
            when, a, b = self.heap[0]
            if self.top[a] == self.top[b]:
                heapq.heappop(self.heap)
                continue
            if when < at:
                at, kind, what = when, "shrink", (a, b)
            break
        for node, label in self.label.items():
            if label == INNER and node >= self.size and self.z[node] // 2 <= at:
                at, kind, what = self.z[node] // 2, "expand", node
        return at, kind, what

    # --- Labels ---
    def add_outer(self, node):
        """Labels an outside node as outer."""
        self.label[node] = OUTER
        if node >= self.size:
            self.z[node] -= 2 * self.time
        for v in self.members[node]:
            self.y[v] -= self.time
        self.outside.difference_update(self.members[node])
        self.scan(self.members[node])

    def add_inner(self, node, u, v):
        """Labels an outside node as inner. It is reached by the edge from u to v, which is in the node."""
        self.label[node], self.entry[node] = INNER, (u, v)
        if node >= self.size:
            self.z[node] += 2 * self.time
        for w in self.members[node]:
            self.y[w] += self.time
        self.outside.difference_update(self.members[node])

    def scan(self, vertices):
        """Scans all edges of new outer vertices."""
        y, best, top, label = self.y, self.best, self.top, self.label
        outer = [v for v in range(self.size) if label.get(top[v]) == OUTER]
        for u in vertices:
            row, own = self.cost[u], y[u]
            for v in self.outside:
                when = row[v] - own - y[v]
                if v not in best or when < best[v][0]:
                    best[v] = when, u
        # The tree ends at the first unmatched vertex, so later events of pairs are not stored.
        bound = min((best[v][0] for v in self.outside if self.mate[self.base[top[v]]] is None), default=None)
        for u in vertices:
            row, own, node = self.cost[u], y[u], top[u]
            for v in outer:
                if top[v] != node:
                    twice = row[v] - own - y[v]
                    if bound is None or twice < 2 * bound:
                        heapq.heappush(self.heap, (twice // 2, u, v))

    def settle(self):
        """Sets the dual of every vertex and blossom of the tree to its current value."""
        for node, label in self.label.items():
            change = self.time if label == OUTER else -self.time
            if node >= self.size:
                self.z[node] += 2 * change
            for v in self.members[node]:
                self.y[v] += change

    # --- Blossoms ---
    def path_to_root(self, node):
        path = [node]
        while self.mate[self.base[node]] is not None:
            inner = self.top[self.mate[self.base[node]]]
            node = self.top[self.entry[inner][0]]
            path += [inner, node]
        return path

    def shrink(self, u, v):
        """Makes a blossom of the odd cycle that is closed by a tight edge between two outer nodes."""
        one, two = self.path_to_root(self.top[u]), self.path_to_root(self.top[v])
        while len(one) > 1 and len(two) > 1 and one[-2] == two[-2]:
            one.pop(), two.pop()
        above = one[-1]  # The first common node of the paths. It is outer, because an inner node has only one child.
        children = [*reversed(one), *two[:-1]]
        links = []
        for place in range(0, len(one) - 1, 2):  # Upwards with each edge reversed; the list is reversed below.
            base, (s, t) = self.base[one[place]], self.entry[one[place + 1]]
            links += [(self.mate[base], base), (s, t)]
        links = [*reversed(links), (u, v)]
        for place in range(0, len(two) - 1, 2):
            base, (s, t) = self.base[two[place]], self.entry[two[place + 1]]
            links += [(base, self.mate[base]), (t, s)]
        blossom = self.next_blossom
        self.next_blossom += 1
        self.children[blossom], self.links[blossom] = children, links
        self.base[blossom], self.holder[blossom] = self.base[above], None
        self.members[blossom] = [w for child in children for w in self.members[child]]
        new_outer = []
        for child in children:
            self.holder[child] = blossom
            was = self.label.pop(child)
            self.entry.pop(child, None)
            if was == INNER:
                new_outer += self.members[child]
                for w in self.members[child]:
                    self.y[w] -= 2 * self.time
            if child >= self.size:
                self.z[child] += 2 * self.time if was == OUTER else -2 * self.time
        for w in self.members[blossom]:
            self.top[w] = blossom
        self.label[blossom], self.z[blossom] = OUTER, -2 * self.time
        self.scan(new_outer)

    def expand(self, blossom):
        """Expands an inner blossom with z = 0. The children on the tree's path through it stay in the tree."""
        u, v = self.entry.pop(blossom)
        del self.label[blossom], self.z[blossom]
        children, links = self.take_apart(blossom)
        for w in self.members.pop(blossom):
            self.y[w] -= self.time
        count, first = len(children), next(place for place, child in enumerate(children) if self.top[v] == child)
        way = list(range(first, -1, -1)) if first % 2 == 0 else [place % count for place in range(first, count + 1)]
        outer = []
        for step, place in enumerate(way):
            if step % 2:
                outer.append(children[place])
                continue
            if step:
                before = way[step - 1]
                v_first = first % 2 == 0  # Downwards, the link is stored at the later child, with its ends swapped.
                u, v = links[place][::-1] if v_first else links[before]
            self.add_inner(children[place], u, v)
        left = [child for place, child in enumerate(children) if place not in way]
        released = [w for child in left + outer for w in self.members[child]]
        self.outside.update(released)
        y, scanned = self.y, [w for w in range(self.size) if self.label.get(self.top[w]) == OUTER]
        for w in released:
            row, own = self.cost[w], y[w]
            self.best[w] = min((row[s] - y[s] - own, s) for s in scanned)
        for child in outer:
            self.add_outer(child)

    def take_apart(self, blossom):
        """Removes an outermost blossom, and returns its children and links."""
        for child in self.children[blossom]:
            self.holder[child] = None
            for v in self.members[child]:
                self.top[v] = child
        del self.base[blossom], self.holder[blossom]
        return self.children.pop(blossom), self.links.pop(blossom)

    def dissolve(self):
        """Removes outermost blossoms with z = 0."""
        waiting = [node for node in self.children if self.holder[node] is None]
        while waiting:
            blossom = waiting.pop()
            if self.z[blossom] == 0:
                del self.z[blossom]
                children, _ = self.take_apart(blossom)
                del self.members[blossom]
                waiting += [child for child in children if child >= self.size]

    # --- Augmentation ---
    def augment(self, u, v):
        """Matches u in the tree to v outside, and flips the matching on the path from u to the root."""
        self.turn(self.top[v], v)
        self.mate[v] = u
        while True:
            node = self.top[u]
            beyond = self.mate[self.base[node]]
            self.turn(node, u)
            self.mate[u] = v
            if beyond is None:
                return
            inner = self.top[beyond]
            u, v = self.entry[inner]
            self.turn(inner, v)
            self.mate[v] = u

    def turn(self, node, v):
        """Makes v the base of the node, and rematches the other vertices along the cycle of the blossom."""
        if node < self.size or self.base[node] == v:
            return
        child = v
        while self.holder[child] != node:
            child = self.holder[child]
        children, links = self.children[node], self.links[node]
        at, count = children.index(child), len(children)
        self.turn(child, v)
        places = range(0, at, 2) if at % 2 == 0 else range(at + 1, count, 2)
        for place in places:
            a, b = links[place]
            self.turn(children[place], a)
            self.turn(children[(place + 1) % count], b)
            self.mate[a], self.mate[b] = b, a
        self.children[node], self.links[node] = children[at:] + children[:at], links[at:] + links[:at]
        self.base[node] = v
