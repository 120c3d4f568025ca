/**
 * The processor time of the short form, about twice what it needs. Its length is not judged: a busy machine makes it
 * longer, and so does a payment that waits for a job whose worker was killed.
 */
const maxShortFormCpuSeconds = 60

/** Returns a sentence for a short form that has become too much work for `npm test`. */
export function findTooMuchWork(cpuSeconds: number): string[] {
  return cpuSeconds > maxShortFormCpuSeconds
    ? [`the short form took ${Math.round(cpuSeconds)} s of processor time, more than its ${maxShortFormCpuSeconds} s`]
    : []
}
