import type { KnipConfig } from 'knip'

/** Dead code: files nothing reaches, exports nothing imports, packages nothing uses. */
export default {
  entry: [
    'scripts/*.{ts,mjs}',
    'scripts/pictures/{render,studio}.ts',
    'scripts/mutants/{main,switch}.ts',
    'scripts/mutants/worker.mjs',
    'bench/main.ts',
    'bench/servers/*.ts',
    'bench/lib/reporter.mjs',
    'e2e/serve.ts',
    'src/main.ts',
    'src/web/entry.{client,server}.tsx',
    // A route in development alone.
    'src/web/pages/styleguide.tsx',
  ],
  project: ['src/**/*.{ts,tsx,css}', '{scripts,e2e,bench}/**/*.{ts,mjs}', '*.ts'],
  // A type may be exported to be read beside the function that returns it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // The parser that dependency-cruiser finds by itself.
    '@swc/core',
    // Fonts that papers carry: found by their path.
    '@expo-google-fonts/anek-bangla',
    '@expo-google-fonts/instrument-sans',
    'dejavu-fonts-ttf',
    // Run by scripts/check.ts.
    'oxlint',
    'squawk-cli',
  ],
  // What a disk is made with for a test.
  ignoreBinaries: ['mount', 'umount'],
  compilers: {
    // Style sheets name other files and packages in three ways.
    css: (text: string) =>
      [...text.matchAll(/(?:@import|@plugin|url\()\s*['"]((?!data:)[^'"]+)['"]/g)]
        .map(([, name]) => `import '${name}'`)
        .join('\n'),
  },
} satisfies KnipConfig
