import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Violation } from './table-writes.ts'

type Cruised = {
  summary: {
    totalCruised: number
    totalDependenciesCruised: number
    violations: { from: string; to: string; rule: { name: string } }[]
  }
}

/**
 * Runs the import rules over the whole tree below `root`. `modules` and `edges` say how much was looked at: a run that
 * saw too little must count as a failure, because the tool falls silent when its parser is missing.
 */
export async function checkImports(root: string): Promise<{ modules: number; edges: number; violations: Violation[] }> {
  const bin = join(import.meta.dirname, '../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(import.meta.dirname, '../../.dependency-cruiser.cjs')
  const args = [bin, '--config', config, '--output-type', 'json', 'packages', 'apps']
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 }, (error, stdout) => {
      // The tool exits with the number of violations; only an empty answer is a failure of its own.
      if (stdout.trim() === '') reject(error ?? new Error('the import check printed nothing'))
      else resolve(stdout)
    })
  })
  // The shape is the tool's documented JSON output.
  const { summary } = JSON.parse(text) as Cruised
  return {
    modules: summary.totalCruised,
    edges: summary.totalDependenciesCruised,
    violations: summary.violations.map(({ from, to, rule }) => ({
      file: from,
      line: 1,
      what: `imports ${to}, which ${rule.name} forbids`,
    })),
  }
}
