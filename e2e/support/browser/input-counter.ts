import type { InputDevice } from './input-device.ts'

/** Acts of a user: those that move on, and those that guard money or consent, which are counted apart. */
const countedActs = ['press', 'field', 'tick', 'sign-in', 'verification', 'step-up', 'second-press'] as const
type CountedAct = (typeof countedActs)[number]
export type ActCounts = Readonly<Record<CountedAct, number>>

export type CountedInput = InputDevice & {
  readonly counts: ActCounts
  /** Counts everything that happens in `run` as one kind of act. */
  countAs<Value>(act: CountedAct, run: () => Promise<Value>): Promise<Value>
  /** Counts a press that does not go through the device, such as one on the canvas. */
  add(act: CountedAct): void
}

/** Wraps an input device and counts presses, filled fields and ticks. The press into a field belongs to the field,
 * and a choice is a press. */
export function countInput(input: InputDevice): CountedInput {
  const counts: Record<CountedAct, number> = {
    press: 0,
    field: 0,
    tick: 0,
    'sign-in': 0,
    verification: 0,
    'step-up': 0,
    'second-press': 0,
  }
  let override: CountedAct | undefined
  const add = (act: CountedAct) => {
    counts[override ?? act] += 1
  }
  return {
    page: input.page,
    narrow: input.narrow,
    counts,
    add,
    async press(target) {
      add('press')
      await input.press(target)
    },
    async choose(option) {
      const isTick = (await option.getAttribute('type')) === 'checkbox'
      if (!(await option.isChecked())) add(isTick ? 'tick' : 'press')
      await input.choose(option)
    },
    async write(field, text) {
      add('field')
      await input.write(field, text)
    },
    async countAs(act, run) {
      override = act
      try {
        return await run()
      } finally {
        override = undefined
      }
    },
  }
}

/** Formats counts as lines of a table, one for each kind of act. */
export function formatCounts(sides: Readonly<Record<string, ActCounts>>): string {
  const names = Object.keys(sides)
  const row = (cells: readonly string[]) => cells.map((cell) => cell.padEnd(14)).join('')
  return [
    row(['', ...names]),
    ...countedActs.map((act) => row([act, ...names.map((name) => String(sides[name]?.[act] ?? 0))])),
  ].join('\n')
}
