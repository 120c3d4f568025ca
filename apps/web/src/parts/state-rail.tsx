import { Rail, type RailStep } from '@veranda/ui/rail.tsx'
import { useWords } from '../lib/words.ts'

export type StateRailProps = {
  /** What runs its course here: "Milestone 2". */
  label: string
  steps: readonly Omit<RailStep, 'stateLabel'>[]
}

/** A state machine as a rail: what is behind, where it stands and who moves next, what comes. */
export function StateRail({ label, steps }: StateRailProps) {
  const t = useWords('common')
  return <Rail label={label} steps={steps.map((step) => ({ ...step, stateLabel: t(`rail.${step.state}`) }))} />
}
