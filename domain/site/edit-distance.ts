/**
 * Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one text into the
 * other (optimal string alignment distance).
 */
export function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + cost,
        isSwap ? rows[row - 2]![column - 2]! + 1 : Infinity,
      )
    }
  }
  return rows[one.length]![other.length]!
}
