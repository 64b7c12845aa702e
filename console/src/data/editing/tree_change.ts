import type { TreeChild, TreeNode } from "./tree";

// Changes of a tree. A place is the positions of children, from the root.
export type Place = readonly number[];

export function changeNode(root: TreeNode, place: Place, change: (node: TreeNode) => TreeNode): TreeNode {
  const [at, ...rest] = place;
  if (at === undefined) return change(root);
  return changeChild(root, at, (child) => ({ ...child, node: changeNode(child.node, rest, change) }));
}

export function changeName(root: TreeNode, place: Place, name: string): TreeNode {
  return inParent(root, place, (parent, at) => changeChild(parent, at, (child) => ({ ...child, name })));
}

export const removeNode = (root: TreeNode, place: Place): TreeNode =>
  inParent(root, place, (parent, at) => ({ ...parent, children: parent.children.toSpliced(at, 1) }));

// Moves an element of a list up (-1) or down (1).
export function moveNode(root: TreeNode, place: Place, step: -1 | 1): TreeNode {
  return inParent(root, place, (parent, at) => {
    const moved = parent.children[at];
    const to = at + step;
    if (moved === undefined || to < 0 || to >= parent.children.length) return parent;
    return { ...parent, children: parent.children.toSpliced(at, 1).toSpliced(to, 0, moved) };
  });
}

export const addChild = (root: TreeNode, place: Place, child: TreeChild): TreeNode =>
  changeNode(root, place, (parent) => ({ ...parent, children: [...parent.children, child] }));

function inParent(root: TreeNode, place: Place, change: (parent: TreeNode, at: number) => TreeNode): TreeNode {
  const at = place.at(-1);
  return at === undefined ? root : changeNode(root, place.slice(0, -1), (parent) => change(parent, at));
}

function changeChild(parent: TreeNode, at: number, change: (child: TreeChild) => TreeChild): TreeNode {
  const child = parent.children[at];
  return child === undefined ? parent : { ...parent, children: parent.children.with(at, change(child)) };
}
