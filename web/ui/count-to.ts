/** 1, 2, … n: keys for n repeated elements. */
export const countTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)
