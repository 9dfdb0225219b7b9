type Goal = { name: string; figure: number; limit: number; digits: number; atLeast: boolean }

const goals: Goal[] = []

/** Notes a figure that may be at most `limit`. */
export function goal(name: string, figure: number, limit: number, digits = 0): void {
  goals.push({ name, figure, limit, digits, atLeast: false })
}

/** Notes a figure that has to reach `limit`. */
export function goalAtLeast(name: string, figure: number, limit: number): void {
  goals.push({ name, figure, limit, digits: 0, atLeast: true })
}

/** Prints every figure beside its goal; the process ends with 1 when one is missed. */
export function printGoals(): void {
  for (const { name, figure, limit, digits, atLeast } of goals) {
    const met = atLeast ? figure >= limit : figure <= limit
    if (!met) process.exitCode = 1
    const bound = `${atLeast ? '≥' : '≤'} ${limit}`
    console.log(`${met ? 'met   ' : 'MISSED'}  ${figure.toFixed(digits).padStart(8)}  ${bound.padEnd(8)} ${name}`)
  }
}
