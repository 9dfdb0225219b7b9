/** Messages about a list of part numbers. */
export const quickOrderMessages = {
  fileTooLarge: 'This file is larger than 5 MB. Save only the sheet with the list, or save it as CSV.',
  fileKind: 'Choose a CSV or XLSX file. An older XLS file can be saved as XLSX.',
  fileBroken: 'This file cannot be read. Save it again as XLSX or CSV, or paste its rows.',
  tooManyRows: 'A list can have 2,000 rows at most. Put the rest in a second list.',
  severalMatch: 'Several products match. Which one?',
  notSold: 'No longer sold.',
  nothing: 'There is nothing to check: paste at least one part number.',
  cartFull: 'An order can have 100 products at most. The rest stays here: place that order first.',
} as const
