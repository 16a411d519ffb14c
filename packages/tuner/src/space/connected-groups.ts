/** Groups parameters that constraints connect, directly or through others (union-find, Galler and Fischer, 1964). */
import type { Constraint } from './constraint';
import type { Variable } from './solver-code';

/** Variables with the constraints among them. */
export interface ConnectedGroup {
  readonly variables: Variable[];
  readonly constraints: Constraint[];
}

/** The groups, in the order of their first variables. A variable without constraints is a group of its own. */
export function connectedGroups(variables: readonly Variable[], constraints: readonly Constraint[]): ConnectedGroup[] {
  const leader = new Map(variables.map(({ name }) => [name, name]));
  // Parameters of one value connect nothing.
  const open = new Set(variables.filter(({ domain }) => domain.length > 1).map(({ name }) => name));
  const find = (name: string): string => {
    const above = leader.get(name) ?? name;
    return above === name ? name : find(above);
  };
  const connectedOf = ({ names }: Constraint): string[] => [...names].filter((name) => open.has(name));
  for (const constraint of constraints) {
    const [first, ...rest] = connectedOf(constraint);
    for (const name of rest) leader.set(find(name), find(first ?? name));
  }
  const groups = new Map<string, ConnectedGroup>();
  for (const variable of variables) {
    const root = find(variable.name);
    const group = groups.get(root) ?? { variables: [], constraints: [] };
    group.variables.push(variable);
    groups.set(root, group);
  }
  for (const constraint of constraints) {
    const [first] = connectedOf(constraint);
    if (first !== undefined) groups.get(find(first))?.constraints.push(constraint);
  }
  return [...groups.values()];
}
