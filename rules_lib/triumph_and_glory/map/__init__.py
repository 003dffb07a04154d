"""The map: hexes and ground, who stands where, what can be seen, how many units fit."""
