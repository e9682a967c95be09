"""The rules of Normandy 1944, a module or more for each chapter, numbered in the printed order."""
