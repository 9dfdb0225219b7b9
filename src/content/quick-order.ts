/** Messages about a list of part numbers. */
export const quickOrderMessages = {
  fileTooLarge: 'This file is larger than 5 MB. Save the sheet with the list alone, or as CSV.',
  fileKind: 'Choose a CSV or XLSX file. An older XLS file can be saved as XLSX.',
  fileBroken: 'This file cannot be read. Save it once more as XLSX or CSV, or paste its rows.',
  tooManyRows: 'A list can have 2,000 rows at most. Take the others in a second list.',
  nothing: 'There is nothing to check: paste at least one part number.',
  cartFull: 'An order can have 100 products at most. What is left stays here: order what is in it first.',
} as const
