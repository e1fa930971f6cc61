/** 1, 2, … n: for as many pieces of a screen. */
export const countTo = (n: number): number[] => Array.from({ length: n }, (_, index) => index + 1)
