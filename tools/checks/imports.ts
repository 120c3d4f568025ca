import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './table-access.ts'

type CruiserReport = {
  summary: {
    totalCruised: number
    totalDependenciesCruised: number
    violations: { from: string; to: string; rule: { name: string } }[]
  }
}

/**
 * Runs the import rules on the tree below `root`. Returns how many modules and edges were read: too few must count as a
 * failure, because the tool reports nothing when its parser is missing.
 */
export async function checkImports(root: string): Promise<{ modules: number; edges: number; violations: Violation[] }> {
  const bin = join(import.meta.dirname, '../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(import.meta.dirname, '../../.dependency-cruiser.cjs')
  const folders = ['packages', 'apps', 'tools', 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder)))
  const args = [bin, '--config', config, '--output-type', 'json', ...folders]
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 }, (error, stdout) => {
      // The exit code is the number of violations; only empty output is an error.
      if (stdout.trim() === '') reject(error ?? new Error('the import check printed nothing'))
      else resolve(stdout)
    })
  })
  // The tool's documented JSON output.
  const { summary } = JSON.parse(text) as CruiserReport
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
