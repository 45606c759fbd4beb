/** Example CSV of four games: a correct one, a wrong result, a foul, an illegal move. */
export const EXAMPLE = `black,white,rule,moves,result
Ada,Bo,renju,h8i9g9i7i8g8j8k8h10f10h9h11i10g10j10k10j9j11h7h6k9l10g7f6i6l9j7k6j6,black
Bo,Ada,freestyle,h8h7i8i7j8j7k8k7g8g7,white
Cy,Ada,renju,i8a1j8a3h7a5h6a7h8,black
Ada,Cy,freestyle,h8i9h8,white
`;
