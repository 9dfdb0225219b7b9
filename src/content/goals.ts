/** A goal and its measure: today's value and the target we set ourselves, on a scale from `from` to `to`. */
export type Goal = {
  title: string
  text: string
  from: number
  to: number
  today: number
  todayLabel: string
  target: number
  targetLabel: string
}

export const goals = [
  {
    title: 'Waste less power',
    text: 'Every supply above 92 % efficiency at half load.',
    from: 80,
    to: 100,
    today: 90.6,
    todayLabel: '90.6 % today',
    target: 92,
    targetLabel: '92 %',
  },
  {
    title: 'Ship what we list',
    text: 'Orders from stock leave Dhaka within 48 hours of payment.',
    from: 0,
    to: 100,
    today: 88,
    todayLabel: '88 % on time',
    target: 98,
    targetLabel: '98 %',
  },
  {
    title: 'Fail less',
    text: 'Fewer than 3 returns per 1,000 units in the first year.',
    from: 0,
    to: 10,
    today: 4.1,
    todayLabel: '4.1 per 1,000',
    target: 3,
    targetLabel: '3',
  },
  {
    title: 'Train here',
    text: 'Forty certified test technicians on the Dhaka floor.',
    from: 0,
    to: 50,
    today: 26,
    todayLabel: '26 certified',
    target: 40,
    targetLabel: '40',
  },
] as const satisfies readonly Goal[]
