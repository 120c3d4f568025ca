import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const sampleMs = 1_000
const minIdleShare = 0.8

/** Returns whether the processors have nothing else to do, by a sample before the load begins. */
export async function isQuietMachine(): Promise<boolean> {
  const before = readTimes()
  await sleep(sampleMs)
  const after = readTimes()
  return (after.idle - before.idle) / (after.whole - before.whole) >= minIdleShare
}

function readTimes(): { idle: number; whole: number } {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(times.map(({ idle }) => idle)), whole: sum(times.flatMap((one) => Object.values(one))) }
}
