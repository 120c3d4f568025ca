import { type Problem } from '../../lib/problem.ts'

/** The next free starts that a refusal of a taken slot carries, ISO moments; none for any other problem. */
export function nextTimesOf(problem: Problem | undefined): string[] {
  const next = problem?.facts['next']
  if (typeof next !== 'string') return []
  return next.split(' ').filter((moment) => !Number.isNaN(Date.parse(moment)))
}
